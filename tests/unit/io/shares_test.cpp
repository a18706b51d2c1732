// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/shares.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "support/catch.hpp"

namespace shares_test {

using namespace relatile;
using io::detail::shares_of;

namespace {

using Held = std::vector<std::vector<Box>>;

/// Requires that the shares hold every element that is held, once, and each where it is held.
void require_each_once(const Held& held, const Extents& shape) {
  const Held shares = shares_of(held);
  REQUIRE(shares.size() == held.size());
  for_each_coordinate(Box::whole(shape), [&](const Extents& at) {
    const auto holds = [&](const Box& box) {
      Box one{at, at};
      for (auto& high : one.high) ++high;
      return !box.empty() && box.contains(one);
    };
    std::ptrdiff_t times = 0;
    bool is_held = false;
    for (std::size_t site = 0; site < held.size(); ++site) {
      times += std::count_if(shares[site].begin(), shares[site].end(), holds);
      is_held = is_held || std::any_of(held[site].begin(), held[site].end(), holds);
    }
    REQUIRE(times == (is_held ? 1 : 0));
  });
  for (std::size_t site = 0; site < held.size(); ++site) {
    for (const Box& share : shares[site]) {
      REQUIRE(std::any_of(held[site].begin(), held[site].end(),
                          [&](const Box& own) { return own.contains(share); }));
    }
  }
}

std::int64_t count_of(const std::vector<Box>& boxes) {
  std::int64_t count = 0;
  for (const Box& box : boxes) count += box.count();
  return count;
}

}  // namespace

TEST_CASE("boxes that sites hold alone stay theirs") {
  const Held held{{{{0, 0}, {2, 3}}}, {}, {{{2, 0}, {3, 1}}, {{2, 1}, {3, 3}}}};
  CHECK(shares_of(held) == held);
}

TEST_CASE("copies are shared out evenly") {
  for (const Extents& shape : std::vector<Extents>{{12, 5}, {1, 12, 5}, {12}, {1, 1, 12}}) {
    const Held held(4, {Box::whole(shape)});
    require_each_once(held, shape);
    for (const auto& share : shares_of(held)) CHECK(count_of(share) == volume(shape) / 4);
  }
}

TEST_CASE("a scalar is written by the first site that holds it") {
  const Held held{{}, {Box::whole({})}, {Box::whole({})}};
  const Held shares = shares_of(held);
  CHECK(shares[0].empty());
  CHECK(shares[1].size() == 1);
  CHECK(shares[2].empty());
}

TEST_CASE("whatever overlaps, every element is written once") {
  std::mt19937 random(1);
  const Extents shape{6, 5, 4};
  for (int trial = 0; trial < 200; ++trial) {
    Held held(1 + random() % 5);
    for (auto& boxes : held) {
      for (auto count = random() % 4; count > 0; --count) {
        Box box = Box::whole(shape);
        for (int d = 0; d < shape.rank(); ++d) {
          const auto extent = static_cast<std::uint64_t>(shape[d]);
          const std::uint64_t low = random() % extent;
          box.low[d] = static_cast<std::int64_t>(low);
          box.high[d] = static_cast<std::int64_t>(low + random() % (extent + 1 - low));
        }
        boxes.push_back(box);
      }
    }
    require_each_once(held, shape);
  }
}

}  // namespace shares_test
