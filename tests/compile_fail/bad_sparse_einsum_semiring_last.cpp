// expect: relatile: einsum takes arrays after its string; a semiring stands before them
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto product(const rt::SparseArray<double, 2>& s, const rt::Array<double, 2>& x) {
  return rt::einsum<"ij,jk->ik">(s, x, rt::MinPlus());
}
