// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <map>

#include <relatile/placement/layout.hpp>
#include <relatile/plan/algebra/describe.hpp>
#include <relatile/plan/algebra/local_aggregate.hpp>
#include <relatile/plan/algebra/local_join.hpp>
#include <relatile/plan/algebra/local_map.hpp>
#include <relatile/plan/algebra/rebuild.hpp>

#include "support/catch.hpp"
#include "support/operators_by_site.hpp"
#include "support/small_blocks.hpp"

// The operators of the implementation algebra: what is inferred of them, what they mean, and how
// they refuse operands that do not meet.

namespace relatile::test::operators_test {
namespace {

using Catch::Matchers::ContainsSubstring;
using plan::OperatorPtr;

placement::Placement on_mesh(const Extents& frontier, const placement::Layout& layout, int sites) {
  return placement::one_box_a_site(sites, "mesh",
                                   [&](int site) { return layout.box(site, frontier); });
}

/// A matrix in blocks of about 2 x 2, cut by key dimension `dim`.
OperatorPtr matrix(const std::string& name, std::int64_t rows, std::int64_t cols, int dim,
                   int sites, unsigned seed) {
  const Extents frontier{rows, cols};
  return plan::input(stored_relation(
      name, frontier, 2,
      [](const Key& key) {
        return Extents{2 + key[0] % 2, 2 + key[1] % 2};
      },
      on_mesh(frontier, {{{sites, dim}}}, sites), seed));
}

plan::KernelTo product() { return plan::kernel_to(matmul(), doubles(2)); }

/// The same product by its definition: all pairs, then all sums, on one site.
std::map<Key, reference::Block> expected_product(const OperatorPtr& x, const OperatorPtr& y) {
  const auto here = [](const OperatorPtr& r) {
    return plan::input(r->node, placement::replicated(1, r->type.extents));
  };
  return relation_of(plan::local_aggregate(plan::local_join(here(x), here(y), {1}, {0}, product()),
                                           {0, 2}, sum()));
}

TEST_CASE("bcast makes ALL true, shuf PART, and neither changes the relation") {
  for (int sites = 1; sites <= 5; ++sites) {
    const OperatorPtr x = matrix("X", 3, 4, 0, sites, 1);
    CHECK(plan::is_partitioned(*x, {0}));
    CHECK(plan::is_partitioned(*x, {0, 1}));
    CHECK(plan::is_partitioned(*x, {1}) == (sites == 1));
    CHECK(plan::is_all(*x) == (sites == 1));
    CHECK(plan::is_all(*plan::bcast(x)));
    for (const std::vector<int>& dims :
         std::vector<std::vector<int>>{{0}, {1}, {0, 1}, {1, 0}, {}}) {
      const OperatorPtr shuffled = plan::shuf(plan::bcast(x), dims);
      CHECK(plan::is_partitioned(*shuffled, dims));
      CHECK(equal(relation_of(shuffled), relation_of(x)));
    }
    CHECK(equal(relation_of(plan::bcast(x)), relation_of(x)));
  }
}

TEST_CASE("a shuffle balances what it can over as many sites as it can") {
  const auto parts = [](const Extents& extents, int sites) {
    std::vector<int> sizes;
    for (const auto& axis : plan::shuffled(extents, sites).axes) sizes.push_back(axis.size);
    return sizes;
  };
  CHECK(parts({8, 8}, 4) == std::vector<int>{2, 2});
  CHECK(parts({16, 2}, 4) == std::vector<int>{2, 2});
  CHECK(parts({16, 1}, 4) == std::vector<int>{4});
  CHECK(parts({5}, 7) == std::vector<int>{5});
  CHECK(parts({}, 7).empty());
}

TEST_CASE("a product broadcast, by cross products, and replicated are one relation") {
  for (int sites = 1; sites <= 5; ++sites) {
    const OperatorPtr x = matrix("X", 3, 4, 0, sites, 1);
    const OperatorPtr y = matrix("Y", 4, 2, 0, sites, 2);
    const auto expected = expected_product(x, y);

    const OperatorPtr bmm = plan::local_aggregate(
        plan::shuf(plan::local_join(plan::bcast(x), y, {1}, {0}, product()), {0, 2}), {0, 2},
        sum());
    CHECK(equal(relation_of(bmm), expected));

    const OperatorPtr pairs =
        plan::local_join(plan::shuf(x, {1}), plan::shuf(y, {0}), {1}, {0}, product());
    const OperatorPtr partial = plan::local_aggregate(pairs, {0, 2}, sum());
    CHECK(partial->partial() == (sites > 1));
    const OperatorPtr cpmm = plan::local_aggregate(plan::shuf(partial, {0, 1}), {0, 1}, sum());
    CHECK(!cpmm->partial());
    CHECK(equal(relation_of(cpmm), expected));
    const OperatorPtr everywhere = plan::local_aggregate(plan::bcast(partial), {0, 1}, sum());
    CHECK(plan::is_all(*everywhere));
    CHECK(equal(relation_of(everywhere), expected));

    const OperatorPtr xs = plan::shuf(plan::local_map(x, plan::insert_dim(2, 2, 2), {}), {0, 2});
    const OperatorPtr ys = plan::shuf(plan::local_map(y, plan::insert_dim(2, 0, 3), {}), {0, 2});
    const OperatorPtr rmm = plan::local_aggregate(
        plan::local_join(xs, ys, {0, 1, 2}, {0, 1, 2}, product()), {0, 2}, sum());
    CHECK(!rmm->partial());
    CHECK(plan::is_partitioned(*rmm, {0, 1}));
    CHECK(equal(relation_of(rmm), expected));
    CHECK(plan::to_text(rmm) ==
          "local_aggregate<0,2; add>(local_join<0,1,2; 0,1,2; matmul>("
          "shuf<0,2>(local_map<insert_dim(2, 2)>(X)), shuf<0,2>(local_map<insert_dim(0, 3)>(Y))))");
  }
}

TEST_CASE("tiles, copies, several kernels and their keys: one block may become several") {
  for (int sites = 1; sites <= 4; ++sites) {
    const OperatorPtr x = matrix("X", 3, 2, 1, sites, 3);
    const OperatorPtr tiled = plan::local_tile(x, 0, 2);
    CHECK(tiled->type.extents == Extents{3, 2, 2});
    CHECK(tiled->type.extents_of(1) == Extents{0, 2});  // the second tile of a block of two rows
    CHECK(equal(relation_of(plan::local_concat(tiled, 2, 0)), relation_of(x)));

    plan::KeyMap both;
    both.name = "both";
    both.fan_out = 2;
    both.arity = 3;
    both.keys = [](const Key& key) {
      return std::vector<Key>{{key[1], key[0], 1}, {key[1], key[0], 0}};
    };
    plan::BlockMap kernels;
    kernels.block = doubles(2);
    kernels.kernels = {plan::kernel_to(twice(), doubles(2)).kernel,
                       plan::kernel_to(square(), doubles(2)).kernel};
    const auto parts = relation_of(plan::local_map(x, both, kernels));
    const auto blocks = relation_of(x);
    REQUIRE(parts.size() == 2 * blocks.size());
    for (const auto& [key, block] : blocks) {
      const double value = data_of(block.ref())[1];
      CHECK(data_of(parts.at({key[1], key[0], 1}).ref())[1] == 2 * value);
      CHECK(data_of(parts.at({key[1], key[0], 0}).ref())[1] == value * value);
    }
  }
}

TEST_CASE("local joins and filters leave holes where no pair is") {
  const OperatorPtr x = matrix("X", 3, 3, 0, 2, 1);
  const auto diagonal_only = [](const Key& key) { return key[0] == key[1]; };
  const OperatorPtr filtered = plan::local_filter(x, diagonal_only);
  CHECK(filtered->type.has_holes());
  const OperatorPtr doubled = plan::local_join(plan::bcast(filtered), filtered, {0, 1}, {0, 1},
                                               plan::kernel_to(add(), doubles(2)));
  CHECK(doubled->type.has_holes());
  CHECK(relation_of(doubled).size() == 3);
  const OperatorPtr nothing = plan::local_filter(x, [](const Key&) { return false; });
  CHECK(nothing->type.num_keys() == 0);
  CHECK(relation_of(plan::local_aggregate(nothing, {0}, sum())).empty());
}

TEST_CASE("contributions go through what distributes over their combine, and nothing else") {
  const OperatorPtr x = matrix("X", 3, 4, 0, 3, 1);
  const OperatorPtr square_blocks =
      plan::local_map(x, {}, plan::by_kernel(plan::kernel_to(total(), doubles(0))));
  const OperatorPtr partial = plan::local_aggregate(square_blocks, {1}, sum());
  REQUIRE(partial->partial());
  const auto map_by = [&](BlockKernel kernel) {
    return plan::local_map(partial, {},
                           plan::by_kernel(plan::kernel_to(std::move(kernel), doubles(0))));
  };
  const OperatorPtr doubled = plan::local_aggregate(plan::shuf(map_by(twice()), {0}), {0}, sum());
  for (const auto& [key, block] : relation_of(doubled)) {
    const auto whole = relation_of(partial);
    CHECK(data_of(block.ref())[0] == 2 * data_of(whole.at(key).ref())[0]);
  }
  CHECK_THROWS_WITH(map_by(square()),
                    ContainsSubstring("contributions that add still has to combine"));
  CHECK_THROWS_WITH(
      plan::local_join(partial, partial, {0}, {0}, plan::kernel_to(add(), doubles(0))),
      ContainsSubstring("put a shuf and a local_aggregate below it"));
  CHECK_THROWS_WITH(plan::local_aggregate(partial, {0}, largest()),
                    ContainsSubstring("contributions that add still has to combine"));
  auto nameless = combine_kernel("kernel", associative_laws(), plus);
  nameless.anonymous = true;
  CHECK_THROWS_WITH(plan::local_aggregate(partial, {0}, shared(nameless)),
                    ContainsSubstring("declare(kernel).named(...)"));
}

TEST_CASE("operands that do not meet are refused with what to do") {
  const OperatorPtr x = matrix("X", 4, 4, 0, 4, 1);
  const OperatorPtr y = matrix("Y", 4, 4, 0, 4, 2);
  CHECK_THROWS_AS(plan::local_join(x, y, {1}, {0}, product()), UnsupportedPlan);
  CHECK_THROWS_WITH(plan::local_join(x, y, {1}, {0}, product()),
                    ContainsSubstring("local_join of the left keys' dimensions (1) with the right "
                                      "keys' (0): block (0, 1) of the left operand is on site 0, "
                                      "block (1, 0) of the right one on site 1") &&
                        ContainsSubstring("bcast one operand, or shuf both"));
  CHECK_THROWS_WITH(plan::local_join(plan::shuf(x, {0, 1}), plan::shuf(y, {1, 0}), {0, 1}, {0, 1},
                                     plan::kernel_to(add(), doubles(2))),
                    ContainsSubstring("in the same order"));
  CHECK_NOTHROW(
      plan::local_join(plan::shuf(x, {0, 1}), plan::shuf(y, {1, 0}), {0, 1}, {1, 0}, product()));
  const OperatorPtr z = matrix("Z", 3, 4, 0, 4, 2);
  CHECK_THROWS_AS(plan::local_join(plan::bcast(x), z, {0}, {0}, product()), ShapeMismatch);
  CHECK_THROWS_AS(plan::shuf(x, {2}), ShapeMismatch);
  CHECK_THROWS_AS(plan::shuf(x, {0, 0}), ShapeMismatch);
  CHECK_THROWS_WITH(plan::local_concat(x, 0, 0),
                    ContainsSubstring("not all on one site; shuf the operand by dimensions (1)"));
  placement::Placement nowhere = placement::on_site(4, 0, {4, 3});
  CHECK_THROWS_WITH(plan::exchange(x, nowhere), ContainsSubstring("leaves out block (0, 3)"));
  placement::Placement::Table table = on_mesh({4, 4}, {{{4, 0}}}, 4).table();
  table[0] = {Box{{0, 0}, {2, 4}, false}};
  const placement::Placement overlapping{table, "overlapping"};
  CHECK_THROWS_WITH(
      plan::local_aggregate(plan::exchange(matrix("X", 4, 4, 0, 4, 1), overlapping), {1}, sum()),
      ContainsSubstring("would count more than once"));
}

}  // namespace
}  // namespace relatile::test::operators_test
