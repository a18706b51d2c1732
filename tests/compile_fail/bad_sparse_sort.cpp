// expect: relatile: sort: of dense arrays: sort\(to_dense\(s\)\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto sorted(const rt::SparseArray<double>& s) { return rt::sort(s); }
