// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <map>
#include <relatile/papers/tra21/rules/list.hpp>
#include <relatile/papers/tra21/rules/rewrite_graph.hpp>
#include <relatile/reference/evaluate.hpp>
#include <relatile/tra/aggregate.hpp>
#include <relatile/tra/concat.hpp>
#include <relatile/tra/filter.hpp>
#include <relatile/tra/graph.hpp>
#include <relatile/tra/join.hpp>
#include <relatile/tra/rekey.hpp>
#include <relatile/tra/tile.hpp>
#include <relatile/tra/transform.hpp>
#include <string>

#include "support/catch.hpp"
#include "support/random_operators.hpp"

// The rules on graphs of the logical algebra, against the reference evaluator.

namespace relatile::test::logical_rules_test {
namespace {

/// Random graphs of the seven logical operators.
class RandomGraphs {
 public:
  explicit RandomGraphs(unsigned seed) : parts_(seed, 1) {
    for (const char* name : {"A", "B"}) pool_.push_back(parts_.relation(name));
  }

  tra::NodePtr grow(int operators) {
    for (int made = 0, tries = 0; made < operators && tries < 60 * operators; ++tries) {
      try {
        tra::NodePtr node = any_operator();
        if (node->type.num_keys() > 40) continue;
        pool_.push_back(std::move(node));
        ++made;
      } catch (const Error&) {
        // This operator and these operands do not suit each other.
      }
    }
    return pool_.back();
  }

 private:
  tra::NodePtr operand() { return parts_.dice.one_in(3) ? parts_.dice.any(pool_) : pool_.back(); }

  tra::NodePtr any_operator() {
    IntDice& dice = parts_.dice;
    const tra::NodePtr x = operand();
    const int arity = x->type.rank();
    const int rank = x->type.block.rank;
    switch (dice.below(9)) {
      case 0:
      case 1: return tra::make_filter(x, parts_.predicate(arity));
      case 2: {
        const plan::KeyMap keys = parts_.key_map(arity);
        if (keys.fan_out != 1) throw ShapeMismatch("a rekey gives one key");
        return tra::make_rekey(x, keys.is_identity() ? arity : keys.arity,
                               [&](const Key& key) { return keys(key)[0]; });
      }
      case 3:
      case 4: {
        const plan::KernelTo kernel = parts_.unary(rank);
        return tra::make_transform("transform", x, kernel.block, *kernel);
      }
      case 5:
        return tra::make_aggregate("aggregate", x, dice.some(dice.below(arity + 1), arity),
                                   *parts_.combine());
      case 6: return any_join(x);
      case 7:
        if (rank == 0) throw ShapeMismatch("no axis");
        return tra::make_tile(x, dice.below(rank), 1);
      default:
        if (rank == 0 || arity == 0) throw ShapeMismatch("no axis");
        return tra::make_concat(x, dice.below(arity), dice.below(rank));
    }
  }

  tra::NodePtr any_join(const tra::NodePtr& x) {
    IntDice& dice = parts_.dice;
    const tra::NodePtr y = dice.one_in(2) ? x : operand();
    if (x->type.block.rank != y->type.block.rank) throw ShapeMismatch("other blocks");
    const int count = dice.below(std::min(x->type.rank(), y->type.rank()) + 1);
    const plan::KernelTo kernel = parts_.binary(x->type.block.rank);
    const int arity = x->type.rank() + y->type.rank() - count;
    std::vector<int> by;
    for (int d = 0; d < arity; ++d) by.push_back(d);
    std::shared_ptr<const BlockCombine> combine;
    BlockKernel block_kernel = *kernel;
    if (dice.one_in(3)) {
      by = dice.some(dice.below(arity + 1), arity);
      combine = parts_.combine();
      block_kernel = accumulating(block_kernel, *combine, kernel.block);
    }
    return tra::make_join("join", x, y, dice.some(count, x->type.rank()),
                          dice.some(count, y->type.rank()), by, kernel.block, block_kernel,
                          combine);
  }

  RandomParts parts_;
  std::vector<tra::NodePtr> pool_;
};

void require_equal_relations(const tra::NodePtr& a, const tra::NodePtr& b) {
  REQUIRE(a->type.extents == b->type.extents);
  const reference::Value x = reference::evaluate(a);
  const reference::Value y = reference::evaluate(b);
  REQUIRE(x.blocks.size() == y.blocks.size());
  for (const auto& [key, block] : x.blocks) {
    REQUIRE(y.blocks.contains(key));
    REQUIRE(y.blocks.at(key).extents == block.extents);
    REQUIRE(y.blocks.at(key).dense == block.dense);
  }
}

}  // namespace

TEST_CASE("graphs rewritten by R1-1 to R1-7 mean what they meant, and each rule fires") {
  std::map<std::string, int> applied;
  for (unsigned seed = 1; seed <= 1500; ++seed) {
    CAPTURE(seed);
    const tra::NodePtr root = RandomGraphs(seed).grow(5);
    for (const auto& node : tra::topological_order({root})) {
      for (const auto& rule : papers::tra21::rules::all_rules) {
        const tra::NodePtr now = papers::tra21::rules::rewritten(rule, node);
        if (!now) continue;
        CAPTURE(papers::tra21::rules::full_name(rule));
        ++applied[papers::tra21::rules::full_name(rule)];
        require_equal_relations(node, now);
      }
    }
  }
  for (const auto& rule : papers::tra21::rules::all_rules) {
    // Without sites nothing moves: what is left to R2 and the products is nothing.
    const bool composes = rule.name[1] == '1';
    CAPTURE(papers::tra21::rules::full_name(rule));
    if (composes) CHECK(applied[papers::tra21::rules::full_name(rule)] > 0);
    // Two phases of an aggregate without a move between them are one without sites, too.
    const bool needs_sites =
        rule.name[1] == '2' && papers::tra21::rules::full_name(rule) != "R2-5 drop phase";
    if (needs_sites) CHECK(applied[papers::tra21::rules::full_name(rule)] == 0);
  }
}

TEST_CASE("a graph as operators and back is the same relation") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const tra::NodePtr root = RandomGraphs(seed).grow(6);
    require_equal_relations(root, plan::to_graph(plan::Translation::without_sites()(root)));
  }
}

TEST_CASE("composed kernels run: a map of a map is one transform of one kernel") {
  RandomParts parts(1, 1);
  const auto x = stored_relation(
      "X", {3}, 2,
      [](const Key&) {
        return Extents{2, 2};
      },
      parts.placement({3}), 1);
  const auto inner = tra::make_transform("inner", x, doubles(2), square());
  const auto outer = tra::make_transform("outer", inner, doubles(1), diagonal());
  const auto merged = papers::tra21::rules::rewritten(papers::tra21::rules::r1_2, outer);
  REQUIRE(merged != nullptr);
  CHECK(merged->kind() == tra::Kind::transform);
  CHECK(merged->name == "diag.square");
  CHECK(merged->inputs[0] == x);
  require_equal_relations(outer, merged);
}

TEST_CASE("a filter goes below a join though its operands then have holes: they are renamed") {
  RandomParts parts(1, 1);
  const auto matrix = [&](const char* name, unsigned seed) {
    return stored_relation(
        name, {3, 3}, 2,
        [](const Key&) {
          return Extents{2, 2};
        },
        parts.placement({3, 3}), seed);
  };
  const auto joined = tra::make_join("join", matrix("X", 1), matrix("Y", 2), {0, 1}, {0, 1}, {0, 1},
                                     doubles(2), add(), nullptr);
  const auto filtered = tra::make_filter(joined, [](const Key& key) { return key[0] == key[1]; });
  const auto now = papers::tra21::rules::rewritten(papers::tra21::rules::r1_6, filtered);
  REQUIRE(now != nullptr);
  CHECK(now->kind() == tra::Kind::rekey);  // from numbers of pairs to their keys
  CHECK(now->inputs[0]->kind() == tra::Kind::join);
  CHECK(now->inputs[0]->type.extents == Extents{3});
  require_equal_relations(filtered, now);
}

}  // namespace relatile::test::logical_rules_test
