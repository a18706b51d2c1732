// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/papers/tra21/rewriting.hpp>
#include <relatile/papers/tra21/rules/commute_move_filter.hpp>
#include <relatile/papers/tra21/rules/filter_below_join.hpp>
#include <relatile/papers/tra21/rules/list.hpp>
#include <relatile/papers/tra21/rules/map_after_join.hpp>
#include <relatile/papers/tra21/rules/merge_maps.hpp>
#include <relatile/papers/tra21/rules/rule.hpp>
#include <relatile/plan/algebra/describe.hpp>
#include <relatile/plan/algebra/translate.hpp>
#include <relatile/planner/lower.hpp>
#include <relatile/tra/filter.hpp>
#include <relatile/tra/join.hpp>
#include <relatile/tra/rekey.hpp>
#include <relatile/tra/transform.hpp>

#include "support/catch.hpp"
#include "support/operators_by_site.hpp"
#include "support/small_blocks.hpp"

// diag(X + Y), the worked example of [tra21, section 4.2.1]: the rules, in the paper's order, lead
// from the paper's initial plan to its final one.

namespace relatile::test::worked_example_test {
namespace {

using plan::OperatorPtr;

constexpr int sites = 4;
constexpr std::int64_t blocks = 6;  // a side
constexpr std::int64_t side = 5;    // of a block

placement::Placement rows() {
  return placement::one_box_a_site(sites, "rows", [](int site) {
    const Range range = even_part(blocks, sites, site);
    return Box{{range.low, 0}, {range.high, blocks}};
  });
}

tra::NodePtr matrix(const char* name, const placement::Placement& placement, unsigned seed) {
  return stored_relation(
      name, {blocks, blocks}, 2,
      [](const Key&) {
        return Extents{side, side};
      },
      placement, seed);
}

/// transform[diag](rekey[merge](filter[isEq](join[(0,1), (0,1), matAdd](X, Y))))
tra::NodePtr diagonal_of_sum(const placement::Placement& right) {
  const auto sums = tra::make_join("join", matrix("X", rows(), 1), matrix("Y", right, 2), {0, 1},
                                   {0, 1}, {0, 1}, doubles(2), add(), nullptr);
  const auto equal = tra::make_filter(sums, [](const Key& key) { return key[0] == key[1]; });
  const auto merged = tra::make_rekey(equal, 1, [](const Key& key) { return Key{key[0]}; });
  return tra::make_transform("diag", merged, doubles(1), diagonal());
}

std::int64_t bytes_of(const OperatorPtr& tree) {
  return planner::Lowering(sites, plan::default_message_limit)
      .lower({tree})
      .traffic()
      .total()
      .value;
}

/// Applies the named rule at the first operator from the root that it matches.
OperatorPtr apply_first(const papers::tra21::rules::Rule& rule, const OperatorPtr& tree) {
  auto order = plan::operators_of({tree});
  for (auto place = order.rbegin(); place != order.rend(); ++place) {
    if (OperatorPtr now = papers::tra21::rules::rewritten_at(rule, tree, *place)) return now;
  }
  FAIL("no place for " << papers::tra21::rules::full_name(rule));
  return nullptr;
}

}  // namespace

TEST_CASE("diag(X + Y): R1-2, R1-6, R2-2 and R1-7 lead to the paper's final plan") {
  const OperatorPtr initial = plan::Translation()(diagonal_of_sum(rows()));
  const auto meaning = relation_of(initial);
  struct Step {
    const papers::tra21::rules::Rule& rule;
    const char* plan;
    std::int64_t floats;
    std::int64_t bytes;
  };
  // f floats in X; the paper counts f s for a bcast, the wire carries f (s - 1) of 8 bytes each.
  const std::int64_t f = blocks * blocks * side * side;
  const std::int64_t diagonal_blocks = blocks * side * side;
  const auto bytes = [](std::int64_t floats) { return floats * (sites - 1) * 8; };
  const Step steps[] = {
      {papers::tra21::rules::r1_2,
       "local_map<rekey; diag>(local_filter(local_join<0,1; 0,1; add>(bcast(X), Y)))", f * sites,
       bytes(f)},
      {papers::tra21::rules::r1_6,
       "local_map<rekey; diag>(local_join<0,1; 0,1; add>(local_filter(bcast(X)), local_filter(Y)))",
       f * sites, bytes(f)},
      {papers::tra21::rules::r2_2_filter_first,
       "local_map<rekey; diag>(local_join<0,1; 0,1; add>(bcast(local_filter(X)), local_filter(Y)))",
       diagonal_blocks * sites, bytes(diagonal_blocks)},
      {papers::tra21::rules::r1_7_distribute,
       "local_join<0,1; 0,1; add(diag, diag); rekey>(bcast(local_filter(X)), local_filter(Y))",
       diagonal_blocks * sites, bytes(diagonal_blocks)}};
  CHECK(plan::to_text(initial) ==
        "local_map<diag>(local_map<rekey>(local_filter(local_join<0,1; 0,1; add>(bcast(X), Y))))");
  CHECK(papers::floats_moved({initial}) == f * sites);
  CHECK(bytes_of(initial) == bytes(f));
  OperatorPtr tree = initial;
  for (const Step& step : steps) {
    CAPTURE(papers::tra21::rules::full_name(step.rule));
    tree = apply_first(step.rule, tree);
    CHECK(plan::to_text(tree) == step.plan);
    CHECK(papers::floats_moved({tree}) == step.floats);
    CHECK(bytes_of(tree) == step.bytes);
    CHECK(equal(relation_of(tree), meaning));
  }
  CHECK(bytes_of(initial) == blocks * bytes_of(tree));
}

TEST_CASE("searched by cost, the rules go further: diagonals are taken before they move") {
  // Two shuffles of diagonals where Y is elsewhere; nothing where it lies as X does.
  const auto elsewhere = placement::on_site(sites, sites - 1, {blocks, blocks});
  for (const auto& [right, cost] :
       {std::pair(elsewhere, 2 * blocks * side), std::pair(rows(), 0L)}) {
    const OperatorPtr initial = plan::Translation()(diagonal_of_sum(right));
    const papers::RuleResult found = papers::search_by_rules({initial});
    CAPTURE(plan::to_text(found.trees[0]), found.looked_at);
    CHECK(found.complete);
    CHECK(found.cost == cost);
    REQUIRE(!found.steps.empty());
    for (const auto& step : found.steps) {
      CHECK(papers::floats_moved(step.trees) == step.cost);
      CHECK(equal(relation_of(step.trees[0]), relation_of(initial)));
    }
    const papers::RuleResult again = papers::search_by_rules({initial});
    CHECK(plan::to_text(again.trees[0]) == plan::to_text(found.trees[0]));
    CHECK(again.looked_at == found.looked_at);

    papers::RuleSearch few;
    few.most_trees = 3;
    const papers::RuleResult cut = papers::search_by_rules({initial}, few);
    CHECK(cut.looked_at == 3);
    CHECK(!cut.complete);
    CHECK(cut.cost <= papers::floats_moved({initial}));
  }
}

}  // namespace relatile::test::worked_example_test
