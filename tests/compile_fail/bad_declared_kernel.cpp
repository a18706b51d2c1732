// expect: relatile: transform: this kernel can't be called with one block's view
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto named() {
  return rt::transform(
      relation(), rt::declare([](const auto& a, const auto& b) { return a + b; }).named("of two"));
}
