// expect: relatile: transform: this kernel returns what can't be sent: .*Give it `template <class A> void serialize
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <string>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

struct Particle {
  double mass = 0;
  std::string name;
};

auto particles() {
  return rt::transform(relation(), [](const auto&) { return Particle{}; });
}
