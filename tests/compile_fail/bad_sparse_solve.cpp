// expect: relatile: solve: of dense matrices: solve\(to_dense\(s\), b\); with a sparse one cg\(s, b\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/linalg.hpp>
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto solution(const rt::SparseArray<double>& s, const rt::Array<double, 1>& b) {
  return rt::solve(s, b);
}
