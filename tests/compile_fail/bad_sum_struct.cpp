// expect: relatile: a reduction .see above. takes numbers, not structs
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

struct Pair {
  double a = 0;
  double b = 0;
};

auto total(const rt::Array<Pair, 1>& x) { return rt::sum(x); }
