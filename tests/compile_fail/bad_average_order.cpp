// expect: relatile: average: the axis comes before the weights, as in NumPy: average\(x, 0, weights\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto mean(const rt::Array<double, 2>& x, const rt::Array<double, 1>& w) {
  return rt::average(x, w, 0);
}
