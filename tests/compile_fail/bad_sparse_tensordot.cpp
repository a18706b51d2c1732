// expect: relatile: tensordot: of dense arrays: .*matmul\(s, x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto product(const rt::SparseArray<double>& s, const rt::Array<double, 1>& x) {
  return rt::tensordot(s, x, 1);
}
