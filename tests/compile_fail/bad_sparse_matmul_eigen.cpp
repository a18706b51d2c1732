// expect: relatile: matmul: an Eigen matrix is no array; make one of it: from_eigen\(m\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <Eigen/Sparse>
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto product(const rt::SparseArray<double>& s, const Eigen::SparseMatrix<double>& m) {
  return rt::matmul(s, m);
}
