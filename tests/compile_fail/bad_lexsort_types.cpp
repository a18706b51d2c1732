// expect: relatile: lexsort: keys in braces are vectors of one element type; others by lexsort\(std::tuple
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto order(const rt::Array<double, 1>& x, const rt::Array<std::int64_t, 1>& n) {
  return rt::lexsort({x, n});
}
