// expect: relatile: einsum: a function of the semiring can't be called with two elements of
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product() {
  const auto semiring =
      rt::semiring([](double a) { return a; }, [](double a, double b) { return a + b; }, 0.0);
  return rt::einsum<"ij,jk->ik">(semiring, rt::ones({2, 3}), rt::ones({3, 2}));
}
