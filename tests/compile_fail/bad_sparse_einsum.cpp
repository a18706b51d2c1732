// expect: relatile: this einsum has no form for sparse operands
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto outer(const rt::SparseArray<double>& s, const rt::SparseArray<double>& t) {
  return rt::einsum<"ij,jk->ijk">(s, t);
}
