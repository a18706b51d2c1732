// expect: relatile: to_array: blocks that are structs or objects make no array; to_map\(r\) gives them by key
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>
#include <relatile/transport/packed.hpp>

#include <string>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

struct Particle {
  double mass = 0;
  std::string name;
  template <class A>
  void serialize(A& archive, unsigned) {
    archive& mass& name;
  }
};

auto particles() {
  return rt::to_array(rt::transform(relation(), [](const auto&) { return Particle{}; }));
}
