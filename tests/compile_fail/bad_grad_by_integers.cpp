// expect: relatile: grad: derivatives are by floats, doubles and complex numbers, not by integers
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/grad.hpp>

#include <cstdint>

namespace rt = relatile;

auto slope(const rt::Array<std::int64_t, 1>& x) {
  return rt::grad(rt::sum(rt::astype<double>(x)), x);
}
