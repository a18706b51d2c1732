// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include <relatile/core/box.hpp>
#include <relatile/cost/union_count.hpp>

#include "support/catch.hpp"

namespace union_count_test {

using namespace relatile;

TEST_CASE("elements of a union are counted once, of any number of boxes of any rank") {
  std::mt19937 random(5);
  const auto below = [&](int limit) { return static_cast<int>(random() % unsigned(limit)); };
  for (int rank = 0; rank <= 4; ++rank) {
    cost::detail::UnionCount counter(static_cast<std::size_t>(rank));
    for (int round = 0; round < 200; ++round) {
      counter.clear();
      std::set<std::vector<std::int64_t>> elements;
      for (int left = below(6); left > 0; --left) {
        Box box = Box::whole(Extents::filled(rank, 0));
        for (int d = 0; d < rank; ++d) {
          box.low[d] = below(6);
          box.high[d] = box.low[d] + below(6) - 1;  // empty now and then, and less than empty
        }
        counter.add([&](std::size_t d) {
          return Range{box.low[static_cast<int>(d)], box.high[static_cast<int>(d)]};
        });
        for_each_coordinate(box,
                            [&](const Extents& at) { elements.emplace(at.begin(), at.end()); });
      }
      CAPTURE(rank, round);
      REQUIRE(counter.count() == static_cast<std::int64_t>(elements.size()));
      REQUIRE(counter.count_like_before() == static_cast<std::int64_t>(elements.size()));
    }
  }
}

TEST_CASE("boxes that lie to each other as some before, elsewhere, have as many elements") {
  std::mt19937 random(6);
  const auto below = [&](int limit) { return static_cast<int>(random() % unsigned(limit)); };
  cost::detail::UnionCount counter(2);
  // Few shapes, each of which comes again and again; more than are remembered.
  for (int round = 0; round < 3000; ++round) {
    const std::int64_t from[] = {below(1000) - 500, below(1000) - 500};
    std::set<std::vector<std::int64_t>> elements;
    counter.clear();
    for (int k = 0; k < 3; ++k) {
      const std::int64_t sizes[] = {below(3), below(4)};
      counter.add([&](std::size_t d) { return Range{from[d] + k, from[d] + k + sizes[d]}; });
      for (std::int64_t i = 0; i < sizes[0]; ++i) {
        for (std::int64_t j = 0; j < sizes[1]; ++j) elements.insert({i + k, j + k});
      }
    }
    CAPTURE(round);
    REQUIRE(counter.count_like_before() == static_cast<std::int64_t>(elements.size()));
  }
}

}  // namespace union_count_test
