// expect: relatile: auto x = a \+ b is a formula, .* make an array of it
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void add(const rt::Array<double, 1>& a) {
  auto x = a + 1.0;
  x += a;
}
