// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>

#include <relatile/core/access.hpp>

#include "support/catch.hpp"
#include "support/dice.hpp"

namespace access_test {

using relatile::AccessDim;
using relatile::Range;

TEST_CASE("an access by a longer label touches what it touches by its own") {
  relatile::test::Dice dice(4);
  int touching = 0;
  for (int round = 0; round < 5000; ++round) {
    const std::int64_t extent = dice.between(1, 40);
    const std::int64_t before = dice.between(0, 20);
    AccessDim dim;
    dim.label = 0;
    dim.offset = dice.between(0, 10) + 3 * extent;
    dim.step = dice.between(0, 1) == 0 ? dice.between(1, 3) : -dice.between(1, 3);
    dim.width = dice.between(1, 3);
    if (dice.between(0, 1) == 0) {
      const std::int64_t low = dice.between(0, extent - 1);
      dim.values = {low, dice.between(low, extent + 2)};
      dim.every = dice.between(1, 3);
    }
    const AccessDim longer = as_of_longer(dim, before, extent);
    const std::int64_t low = dice.between(0, extent);
    const std::int64_t high = dice.between(low, extent);
    CAPTURE(round, extent, before, dim.offset, dim.step, dim.every, low, high);
    const Range own = dim.of_range(low, high);
    CHECK(longer.of_range(low + before, high + before) == own);
    // What is not among the values of its own label touches nothing.
    CHECK(longer.of_range(0, before + extent + 5) == dim.of_range(0, extent));
    const Range nothing{0, 0};
    CHECK(longer.of_range(0, before) == nothing);
    CHECK(longer.of_range(before + extent, before + extent + 5) == nothing);
    touching += own.low < own.high ? 1 : 0;
  }
  CHECK(touching > 2000);
}

}  // namespace access_test
