// expect: relatile: grad: arrays follow the function: grad\(f, x\), not grad\(f\)\(x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/grad.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto slope(const rt::Array<double, 1>& x) {
  return rt::grad([](const auto& v) { return rt::sum(v * v); })(x);
}
