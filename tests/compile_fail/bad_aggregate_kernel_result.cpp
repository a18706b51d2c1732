// expect: relatile: aggregate: this kernel can't be called with two blocks
// lines: 150
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto summed() {
  return rt::aggregate(relation(), rt::by<0>, [](auto sum, const auto& block) { sum += block; });
}
