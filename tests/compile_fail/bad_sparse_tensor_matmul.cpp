// expect: relatile: matmul: a sparse operand is a matrix, of two dimensions; of others take
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

void multiply(const rt::SparseArray<double, 3>& s, const rt::Array<double, 1>& x) {
  rt::matmul(s, x);
}
