// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include <relatile/core/box.hpp>
#include <relatile/papers/nums22/hierarchical_layout.hpp>
#include <relatile/papers/nums22/softmax_grid.hpp>

#include "support/catch.hpp"

namespace nums22_layout_test {

// How [nums22] cuts and places arrays that the user says nothing about.

using namespace relatile::papers::nums22;
using namespace relatile::placement;
using relatile::Extents;
using relatile::Key;

TEST_CASE("the automatic grid cuts long axes and shares among equal ones") {
  CHECK(softmax_grid({256, 256, 2}, 16) == PartitionVector{4, 4, 1});  // the paper's example
  CHECK(softmax_grid({1'000'000, 64}, 16) == PartitionVector{16, 1});
  CHECK(softmax_grid({64, 1'000'000}, 16) == PartitionVector{1, 16});
  CHECK(softmax_grid({100, 100, 100}, 64) == PartitionVector{4, 4, 4});
  CHECK(softmax_grid({100, 100, 100}, 125) == PartitionVector{5, 5, 5});
  CHECK(softmax_grid({500}, 7) == PartitionVector{7});
  CHECK(softmax_grid({}, 7).empty());
}

TEST_CASE("the automatic grid has at most p blocks, none without elements, for any p") {
  const std::vector<Extents> shapes{{50, 50},  {50, 49}, {3, 2},  {1, 1},
                                    {7, 6, 8}, {0, 3},   {2, 900}};
  for (const auto& shape : shapes) {
    for (int p = 1; p <= 40; ++p) {
      const PartitionVector grid = softmax_grid(shape, p);
      REQUIRE(grid.size() == shape.size());
      CHECK(std::accumulate(grid.begin(), grid.end(), 1, std::multiplies<>()) <= p);
      for (int axis = 0; axis < shape.rank(); ++axis) {
        const int parts = grid[static_cast<std::size_t>(axis)];
        CHECK(parts >= 1);
        CHECK(parts <= std::max<std::int64_t>(shape[axis], 1));
      }
    }
  }
}

TEST_CASE("blocks go cyclically over the nodes and round-robin over each node's workers") {
  CHECK(node_of_block({2, 3}, {2, 2}) == 1);
  CHECK(worker_of_block({2, 3}, {4, 4}, {2, 2}, 4) == 3);
  CHECK(node_of_block({0, 0}, {2, 2}) == 0);
  CHECK(node_of_block({5, 4}, {2, 3}) == 1 * 3 + 1);
}

TEST_CASE("the layout is what counting blocks in order gives, for uneven grids too") {
  for (const auto& grids : std::vector<std::pair<Extents, Extents>>{{{4, 4}, {2, 2}},
                                                                    {{5, 7}, {2, 3}},
                                                                    {{3, 1}, {2, 2}},
                                                                    {{9}, {4}},
                                                                    {{3, 4, 5}, {2, 1, 3}}}) {
    const Extents& array_grid = grids.first;
    const Extents& node_grid = grids.second;
    for (int workers : {1, 3, 4}) {
      std::map<int, int> seen;  // per node, the blocks before
      for_each_coordinate(relatile::Box::whole(array_grid), [&](const Key& key) {
        const int node = node_of_block(key, node_grid);
        CHECK(node < relatile::volume(node_grid));
        CHECK(worker_of_block(key, array_grid, node_grid, workers) == seen[node]++ % workers);
      });
    }
  }
}

TEST_CASE("equal arrays lie alike, so that element-wise operators move nothing") {
  // The two operands' blocks under one key have one node and one worker: both are functions of the
  // key and the grids alone. Row-partitioned X and Y of a product X^T Y, likewise.
  for (std::int64_t i = 0; i < 12; ++i) {
    CHECK(node_of_block({i, 0}, {4, 1}) == i % 4);
    CHECK(node_of_block({i}, {4}) == i % 4);
  }
}

}  // namespace nums22_layout_test
