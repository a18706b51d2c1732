// expect: relatile: grad: the function has to give the expression, and not its value: return sum\(x \* x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/grad.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto slope(const rt::Array<double, 1>& x) {
  return rt::grad([](const auto& v) { return double(rt::sum(v * v)); }, x);
}
