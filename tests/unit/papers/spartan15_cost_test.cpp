// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <memory>
#include <vector>

#include <relatile/papers/spartan15/cost.hpp>
#include <relatile/tra/contract.hpp>
#include <relatile/tra/map.hpp>

#include "support/catch.hpp"

namespace spartan15_cost_test {

namespace rt = relatile;
using rt::Extents;
using rt::Floats;
using namespace rt::papers::spartan15;

namespace {

const std::vector<Tiling> tilings{none, row, column, block};

rt::tra::NodePtr input(const Extents& shape) {
  auto node = std::make_shared<rt::tra::Node>();
  node->type = rt::tra::array_type(rt::element_type_of<double>(), shape);
  return node;
}

}  // namespace

TEST_CASE("a map costs the inputs that are tiled otherwise") {
  for (Tiling first : tilings) {
    for (Tiling second : tilings) {
      const std::vector<TiledArray> inputs{{first, {100}}, {second, {30}}};
      CHECK(map(first, inputs) == Floats{first == second ? 0 : 30});
      CHECK(map(second, inputs) == Floats{first == second ? 0 : 100});
    }
  }
}

TEST_CASE("a filter is free, a fold and a scan are where every tile has the whole axis") {
  for (Tiling tiling : tilings) CHECK(filter({tiling, {100}}) == Floats{0});
  const auto expected = [](Tiling tiling, int axis) {
    const bool free = tiling == none || tiling == (axis == 0 ? column : row);
    return Floats{free ? 0 : 100};
  };
  for (int axis : {0, 1}) {
    for (Tiling tiling : tilings) {
      CHECK(fold({tiling, {100}}, axis) == expected(tiling, axis));
      CHECK(scan({tiling, {100}}, axis) == expected(tiling, axis));
    }
  }
}

TEST_CASE("join_update reads what is not cut along its axis, and updates the output") {
  for (Tiling first : tilings) {
    for (Tiling second : tilings) {
      const std::vector<JoinInput> inputs{{{first, {100}}, 1}, {{second, {30}}, 0}};
      const int reads = (first == column ? 0 : 100) + (second == row ? 0 : 30);
      CHECK(join_update(inputs, Floats{7}) == Floats{reads + 7});
      const std::vector<JoinInput> whole{{{first, {100}}, 0}, {{second, {30}}, whole_array}};
      CHECK(join_update(whole, Floats{0}) == Floats{(first == row ? 0 : 100) + 30});
    }
  }
}

TEST_CASE("Fig. 2: a product costs k m by rows and n m by sums, so rows win where n > k") {
  const auto by_rows = [](std::int64_t n, std::int64_t k, std::int64_t m, Tiling y) {
    return product_by_rows({row, {n * k}}, {y, {k * m}});
  };
  const auto by_sums = [](std::int64_t n, std::int64_t k, std::int64_t m) {
    return product_by_sums({column, {n * k}}, {row, {k * m}}, Floats{n * m});
  };
  for (Tiling y : tilings) CHECK(by_rows(700, 20, 30, y) == Floats{20 * 30});  // however y is tiled
  CHECK(by_sums(700, 20, 30) == Floats{700 * 30});
  CHECK(by_rows(700, 20, 30, row) < by_sums(700, 20, 30));
  CHECK(by_sums(20, 700, 30) < by_rows(20, 700, 30, row));
  CHECK(product_by_rows({column, {700 * 20}}, {row, {20 * 30}}) == Floats{700 * 20 + 20 * 30});
}

TEST_CASE("a view that swaps axes swaps the tiling") {
  CHECK(swapped(row, 0, 1) == column);
  CHECK(swapped(column, 0, 1) == row);
  CHECK(swapped(block, 0, 1) == block);
  CHECK(swapped(none, 0, 1) == none);
  CHECK(swapped(Tiling::along(2), 0, 2) == row);
}

TEST_CASE("for an operator's labels the one rule says what the profiles say") {
  const auto x = input({6, 4});
  const auto y = input({6, 4});
  const auto sum = rt::tra::make_map(
      "add", {x, y}, {rt::Access::identity(2), rt::Access::identity(2)}, {6, 4}, {}, {});
  const auto total = rt::tra::make_reduce(x, {0}, false, {});
  const auto transposed = rt::tra::make_view("transpose", x, rt::Access::of_labels({1, 0}), {4, 6});
  const auto product =
      rt::tra::make_contract("matmul", input({6, 4}), input({4, 5}),
                             {{{0, 1}, {1, 2}}, {0, 2}, {"i", "k", "j"}}, {}, {}, nullptr);
  for (Tiling first : tilings) {
    const unsigned along_output = labels_cut(sum->output, first);
    for (Tiling second : tilings) {
      const std::vector<TiledArray> inputs{{first, {24}}, {second, {24}}};
      const std::vector<Tiling> both{first, second};
      CHECK(operator_cost(*sum, along_output, both, first) == map(first, inputs));

      const unsigned by_i = 1;
      const unsigned by_k = 2;
      CHECK(operator_cost(*product, by_i, both, row) ==
            product_by_rows({first, {24}}, {second, {20}}));
      CHECK(operator_cost(*product, by_k, both, second) ==
            product_by_sums({first, {24}}, {second, {20}}, Floats{30}));
    }
    // A fold in columns reads an input that is not in columns; an uncut input is on one worker.
    const unsigned by_column = 2;
    CHECK(operator_cost(*total, by_column, std::vector<Tiling>{first}, row) ==
          (first == none ? Floats{24} : fold({first, {24}}, 0)));
    CHECK(operator_cost(*transposed, labels_cut(transposed->output, swapped(first, 0, 1)),
                        std::vector<Tiling>{first}, swapped(first, 0, 1)) == Floats{0});
  }
}

}  // namespace spartan15_cost_test
