// expect: relatile: vectorize: a derivative by each operand: derivatives\(by_x, by_y\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product(const rt::Array<double, 1>& x) {
  const auto f = [](double a, double b) { return a * b; };
  const auto by_a = [](double, double b) { return b; };
  return rt::as_array(rt::vectorize(f, rt::derivatives(by_a))(x, x));
}
