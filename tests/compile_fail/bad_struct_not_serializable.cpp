// expect: relatile: transform: this kernel returns what can't be sent: .*Give it `template <class A> void serialize\(A&, unsigned\)`
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>
#include <relatile/transport/packed.hpp>
#include <string>
#include <vector>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

struct Names {
  std::vector<std::string> values;
};

auto names() {
  return rt::transform(relation(), [](const auto&) { return Names{}; });
}
