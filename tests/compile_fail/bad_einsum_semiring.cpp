// expect: relatile: einsum: this is no semiring of such elements; it lacks a member
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

struct NoIdentity {
  static constexpr bool distributes = true;
  static double combine(double a, double b) { return a * b; }
  static double reduce(double a, double b) { return a > b ? a : b; }
};

auto product() {
  return rt::einsum<"ij,jk,kl->il", NoIdentity>(rt::ones({2, 3}), rt::ones({3, 2}),
                                                rt::ones({2, 2}));
}
