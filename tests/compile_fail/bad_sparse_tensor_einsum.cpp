// expect: relatile: this einsum has no form for a sparse array of other than two dimensions
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto weighted(const rt::SparseArray<double, 3>& s, const rt::Array<double, 1>& x) {
  return rt::einsum<"ijk,k->ijk">(s, x);
}
