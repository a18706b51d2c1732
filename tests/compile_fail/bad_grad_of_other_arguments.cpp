// expect: relatile: grad: takes a loss, or a function of the arrays that follow
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/grad.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto slope(const rt::Array<double, 1>& x) {
  return rt::grad([](const auto& v, const auto& w) { return rt::sum(v * w); }, x);
}
