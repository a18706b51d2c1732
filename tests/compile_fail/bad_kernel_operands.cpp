// expect: relatile: transform: this kernel can't be called with one block's view .*; take it as const auto&
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <string>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto named() {
  return rt::transform(relation(), [](const std::string& name) { return name.size(); });
}
