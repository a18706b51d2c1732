// expect: relatile: a sparse matrix has s\(row, column\), .* where\(mask, s, 0.0\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto positive(const rt::SparseArray<double>& s) { return s(s > 0.0); }
