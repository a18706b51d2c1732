// expect: relatile: matmul: a sparse matrix is multiplied by a vector or a matrix
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto batch(const rt::SparseArray<double>& s, const rt::Array<double, 3>& x) {
  return rt::matmul(s, x);
}
