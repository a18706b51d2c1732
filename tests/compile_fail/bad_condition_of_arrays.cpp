// expect: an array: say all\(x\).item\(\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

int same(const rt::Array<double, 2>& x, const rt::Array<double, 2>& y) {
  if (x == y) return 1;
  return 0;
}
