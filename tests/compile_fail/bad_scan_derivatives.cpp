// expect: relatile: scan: a function of two tells two derivatives
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto sums(const rt::Array<double, 1>& x) {
  const auto f = [](double a, double b) { return a + b; };
  const auto by_first = [](double, double) { return 1.0; };
  return rt::scan(x, rt::vectorize(f, rt::derivatives(by_first)), 0.0);
}
