// expect: relatile: blocks that are structs travel as Boost.Serialization writes them
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

struct Names {
  std::vector<std::string> values;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& values;
  }
};

auto names() {
  return rt::transform(relation(), [](const auto&) { return Names{}; });
}
