// expect: relatile: transform: this kernel returns nothing or a pointer, and no block
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <string>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto texts() {
  return rt::transform(relation(), [](const auto&) { return "x"; });
}
