// expect: relatile: join: this kernel can't be called with two blocks, the left one's view and the right one's
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto joined() {
  return rt::join(relation(), relation(), rt::on<0, 1>, rt::on<0, 1>,
                  [](const auto& block) { return block; });
}
auto x() { return rt::evaluate(joined()); }
