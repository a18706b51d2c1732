// expect: say x.item\(\) or double\(x\); functions: rt::exp
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

double total(const rt::Array<double, 2>& x) {
  double d = rt::sum(x);
  return d;
}
