// expect: relatile: stack: arrays in braces have one element type and as many dimensions
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto both(const rt::Array<double, 1>& x, const rt::Array<double, 2>& a) {
  return rt::stack({x, a}, 1);
}
