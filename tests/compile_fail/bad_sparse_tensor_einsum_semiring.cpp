// expect: relatile: matmul of sparse matrices takes PlusTimes, MinPlus
// lines: 24
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto likeliest(const rt::SparseArray<double, 3>& s, const rt::Array<double, 1>& x) {
  return rt::einsum<"ijk,k->ij", rt::MaxTimes>(s, x);
}
