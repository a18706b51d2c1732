// expect: relatile: aggregate: this kernel does not return a block of the type that it combines
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <string>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto texts() {
  return rt::aggregate(relation(), rt::by<0>,
                       [](const auto&, const auto&) { return std::string("x"); });
}
