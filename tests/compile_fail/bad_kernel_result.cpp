// expect: relatile: transform: this kernel returns nothing or a pointer, and no block: .*fills_block<Dense<T, R>>
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto nothing() {
  return rt::transform(relation(), [](const auto& block) { block.sum(); });
}
