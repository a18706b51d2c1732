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
    }
  }
}

}  // namespace union_count_test
