// expect: relatile: SparseArray: sizes alone make no sparse array: from_coordinates
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

rt::SparseArray<double> without_entries() { return rt::SparseArray<double>(3, 3); }
