// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <map>

#include <relatile/engine/run.hpp>
#include <relatile/papers/tra21/rewriting.hpp>
#include <relatile/papers/tra21/rules/list.hpp>
#include <relatile/papers/tra21/rules/rule.hpp>
#include <relatile/plan/algebra/describe.hpp>
#include <relatile/plan/algebra/local_aggregate.hpp>
#include <relatile/plan/algebra/local_join.hpp>
#include <relatile/plan/algebra/moves.hpp>
#include <relatile/plan/algebra/translate.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/lower.hpp>
#include <relatile/reference/evaluate.hpp>
#include <relatile/tra/aggregate.hpp>
#include <relatile/tra/filter.hpp>
#include <relatile/tra/join.hpp>
#include <relatile/tra/transform.hpp>
#include <relatile/transport/loopback.hpp>

#include "support/catch.hpp"
#include "support/operators_by_site.hpp"
#include "support/random_operators.hpp"
#include "support/traffic.hpp"

// Plans that are found by rewriting.

namespace relatile::test::tra21_rewriting_test {
namespace {

placement::Placement cut(const Extents& frontier, int dim, int sites) {
  const placement::Layout layout({{sites, dim}});
  return placement::one_box_a_site(sites, "cut",
                                   [&](int site) { return layout.box(site, frontier); });
}

/// A matrix of 4 x 4 blocks on 4 sites, without values.
plan::OperatorPtr large(std::int64_t rows, std::int64_t cols, int dim) {
  auto node = std::make_shared<tra::Node>();
  node->type.extents = {4, 4};
  node->type.block = doubles(2);
  node->type.block_extents.assign(16, {rows / 4, cols / 4});
  return plan::input(node, cut({4, 4}, dim, 4));
}

/// The cheapest product that rules find, from the paper's translation.
std::int64_t cheapest(std::int64_t i, std::int64_t k, std::int64_t j, int left, int right) {
  const auto pairs = plan::local_join(plan::bcast(large(i, k, left)), large(k, j, right), {1}, {0},
                                      plan::kernel_to(matmul(), doubles(2)));
  return papers::search_by_rules({plan::local_aggregate(plan::shuf(pairs, {0, 2}), {0, 2}, sum())})
      .cost;
}

}  // namespace

TEST_CASE("which product is cheapest depends on its shape, as in table 4") {
  // Along a common large dimension that both are cut by: s I J, for the contributions alone.
  CHECK(cheapest(400, 64'000, 400, 1, 0) == 4 * 400 * 400);
  // Two large dimensions, the left one cut: s K J, for the right operand everywhere.
  CHECK(cheapest(64'000, 400, 8'000, 0, 0) == 4 * 400 * 8'000);
  CHECK(cheapest(8'000, 400, 64'000, 0, 1) == 4 * 400 * 8'000);
  // All three alike and nothing in place: no plan that the rules reach moves less than s I K.
  CHECK(cheapest(400, 400, 400, 0, 1) == 4 * 400 * 400);
}

TEST_CASE("plans found by rules compute what the graph means, for no more floats than its start") {
  int cheaper = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const int sites = 1 + static_cast<int>(seed % 5);
    RandomParts parts(seed, sites);
    IntDice& dice = parts.dice;
    const auto matrix = [&](const char* name, const Extents& frontier) {
      return stored_relation(
          name, frontier, 2,
          [](const Key&) {
            return Extents{2, 2};
          },
          parts.placement(frontier), seed);
    };
    const auto x = matrix("X", {3, 2});
    const auto y = matrix("Y", {2, 4});
    const plan::KernelTo kernel =
        dice.one_in(3) ? parts.binary(2) : plan::kernel_to(matmul(), doubles(2));
    const auto pairs =
        tra::make_join("join", x, y, {1}, {0}, {0, 1, 2}, kernel.block, *kernel, nullptr);
    const auto sums = tra::make_aggregate("sum", pairs, {0, 2}, *parts.combine());
    const auto filtered = tra::make_filter(sums, parts.predicate(2));
    const plan::KernelTo last = parts.unary(2);
    const tra::NodePtr root = filtered->type.has_holes() || filtered->type.num_keys() == 0
                                  ? filtered
                                  : tra::make_transform("last", filtered, last.block, *last);

    papers::RuleSearch search;
    search.most_trees = 300;
    transport::Loopback transport(sites);
    const plan::Plan plan = papers::plan_by_rules({root}, sites, transport.message_limit(), search);
    plan::verify(plan);
    const auto initial = plan::Translation()(root);
    const auto found = papers::search_by_rules({initial}, search);
    CHECK(found.cost <= papers::floats_moved({initial}));
    cheaper += found.cost < papers::floats_moved({initial}) ? 1 : 0;
    const tra::NodePtr made = plan.nodes[static_cast<std::size_t>(plan.results[0].first)];
    require_exact_traffic(*engine::run(plan, transport));
    const reference::Value expected = reference::evaluate(root);
    const reference::Value actual = reference::from_stored(*made);
    REQUIRE(made->type.extents == root->type.extents);
    REQUIRE(actual.blocks.size() == expected.blocks.size());
    for (const auto& [key, block] : expected.blocks) {
      REQUIRE(actual.blocks.at(key).dense == block.dense);
    }
  }
  CHECK(cheaper > 30);
}

TEST_CASE("rewritten trees run: random ones, after random rules") {
  int ran = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    IntDice dice(seed);
    const int sites = 1 + static_cast<int>(seed % 5);
    plan::OperatorPtr tree = RandomOperators(seed, sites).grow(5);
    const auto meaning = relation_of(tree);
    for (int step = 0; step < 6; ++step) {
      const plan::OperatorPtr place = dice.any(plan::operators_of({tree}));
      for (const auto& rule : papers::tra21::rules::all_rules) {
        const plan::OperatorPtr now = papers::tra21::rules::rewritten_at(rule, tree, place);
        if (!now || dice.one_in(3)) continue;
        tree = now;
        break;
      }
    }
    if (tree->partial() || tree->kind == plan::OperatorKind::input) continue;
    CAPTURE(plan::to_text(tree));
    transport::Loopback transport(sites);
    plan::Plan plan;
    try {
      plan = planner::Lowering(sites, transport.message_limit()).lower({tree});
    } catch (const UnsupportedPlan&) {
      continue;
    }
    const tra::NodePtr node = plan.nodes[static_cast<std::size_t>(plan.results[0].first)];
    require_exact_traffic(*engine::run(plan, transport));
    std::map<Key, reference::Block> result;
    for (const auto& [k, block] : reference::from_stored(*node).blocks) {
      result[key_from_linear_index(k, node->type.extents)] = block;
    }
    REQUIRE(equal(result, meaning));
    ++ran;
  }
  CHECK(ran > 100);
}

}  // namespace relatile::test::tra21_rewriting_test
