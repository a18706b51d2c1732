// expect: relatile: a sparse array is no dense one; make one of it: to_dense\(s\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

rt::Array<double, 2> dense(const rt::SparseArray<double>& s) { return s; }
