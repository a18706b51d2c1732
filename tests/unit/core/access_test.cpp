// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <random>

#include <relatile/core/access.hpp>

#include "support/catch.hpp"

namespace access_test {

using relatile::AccessDim;
using relatile::Range;

TEST_CASE("an access by a longer label touches what it touches by its own") {
  std::mt19937 random(4);
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return low + std::int64_t(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  int touching = 0;
  for (int round = 0; round < 5000; ++round) {
    const std::int64_t extent = between(1, 40);
    const std::int64_t before = between(0, 20);
    AccessDim dim;
    dim.label = 0;
    dim.offset = between(0, 10) + 3 * extent;
    dim.step = between(0, 1) == 0 ? between(1, 3) : -between(1, 3);
    dim.width = between(1, 3);
    if (between(0, 1) == 0) {
      const std::int64_t low = between(0, extent - 1);
      dim.values = {low, between(low, extent + 2)};
      dim.every = between(1, 3);
    }
    const AccessDim longer = as_of_longer(dim, before, extent);
    const std::int64_t low = between(0, extent);
    const std::int64_t high = between(low, extent);
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
