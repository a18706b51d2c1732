// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <random>
#include <vector>

#include <relatile/core/box_index.hpp>

#include "support/catch.hpp"

namespace box_index_test {

using namespace relatile;

namespace {

Box some_box(std::mt19937& random, int rank) {
  Box box = Box::whole(Extents::filled(rank, 0));
  for (int d = 0; d < rank; ++d) {
    box.low[d] = static_cast<std::int64_t>(random() % 12);
    box.high[d] = box.low[d] + static_cast<std::int64_t>(random() % 5);  // empty now and then
  }
  return box;
}

std::vector<int> meeting_in_a_loop(const std::vector<Box>& boxes, const Box& box) {
  std::vector<int> found;
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    const bool both = !boxes[b].empty() && !box.empty();
    if (both && !intersect(boxes[b], box).empty()) found.push_back(static_cast<int>(b));
  }
  return found;
}

}  // namespace

TEST_CASE("an index finds the boxes that meet another one, whatever lies where") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const int rank = static_cast<int>(random() % 4);
    std::vector<Box> boxes;
    for (auto left = random() % 30; left > 0; --left) boxes.push_back(some_box(random, rank));
    const BoxIndex index(boxes);
    for (int query = 0; query < 20; ++query) {
      const Box box = some_box(random, rank);
      CAPTURE(round, rank, box);
      CHECK(index.meeting(box) == meeting_in_a_loop(boxes, box));
    }
    bool any_common = false;
    for (const Box& box : boxes) {
      any_common = any_common || meeting_in_a_loop(boxes, box).size() > 1;
    }
    CHECK(disjoint(boxes) == !any_common);
  }
}

TEST_CASE("the parts of a grid are disjoint, and a box too many is found") {
  std::vector<Box> parts;
  for (std::int64_t i = 0; i < 40; ++i) {
    for (std::int64_t j = 0; j < 50; ++j) {
      const Range rows = even_part(83, 40, i);
      const Range columns = even_part(1009, 50, j);
      parts.push_back({{rows.low, columns.low}, {rows.high, columns.high}, false});
    }
  }
  CHECK(disjoint(parts));
  CHECK(BoxIndex(parts).meeting({{2, 0}, {3, 1009}, false}).size() == 50);
  parts.push_back({{82, 1008}, {83, 1009}, false});
  CHECK(!disjoint(parts));
}

}  // namespace box_index_test
