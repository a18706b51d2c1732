// expect: relatile: einsum: complex numbers have no least or greatest
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <complex>

namespace rt = relatile;

auto product() {
  auto x = rt::full<std::complex<double>>({2, 2}, 1.0);
  return rt::einsum<"ij,jk->ik", rt::MinPlus>(x, x);
}
