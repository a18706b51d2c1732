// expect: relatile: elements and slices can't be assigned to where the array is const, sparse, or has no name
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

void set(rt::SparseArray<double>& s) { s(0, 1) = 2.0; }
