// expect: relatile: one index per dimension of the block
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto first() {
  return rt::transform(rt::blocks(rt::ones({2, 2, 2}), {1, 1, 1}),
                       [](const auto& block) { return block(0, 0); });
}
