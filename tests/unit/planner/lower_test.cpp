// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <map>
#include <relatile/engine/run.hpp>
#include <relatile/plan/algebra/describe.hpp>
#include <relatile/plan/algebra/local_aggregate.hpp>
#include <relatile/plan/algebra/to_graph.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/lower.hpp>
#include <relatile/reference/evaluate.hpp>
#include <relatile/transport/loopback.hpp>

#include "support/catch.hpp"
#include "support/operators_by_site.hpp"
#include "support/random_operators.hpp"
#include "support/traffic.hpp"

// Trees of the implementation algebra run as plans: what the engine computes is what the trees
// mean, and what it sends is what was predicted.

namespace relatile::test::lower_test {
namespace {

std::map<Key, reference::Block> by_key(const tra::RelationType& type, const reference::Value& x) {
  std::map<Key, reference::Block> blocks;
  for (const auto& [k, block] : x.blocks) blocks[key_from_linear_index(k, type.extents)] = block;
  return blocks;
}

/// Runs a tree on simulated sites. Every site must end with the blocks that it was said to have.
std::map<Key, reference::Block> run(const plan::OperatorPtr& root) {
  transport::Loopback transport(root->sites.num_sites);
  const plan::Plan plan =
      planner::Lowering(root->sites.num_sites, transport.message_limit()).lower({root});
  plan::verify(plan);
  const tra::NodePtr node = plan.nodes[static_cast<std::size_t>(plan.results[0].first)];
  require_exact_traffic(*engine::run(plan, transport));
  REQUIRE(plan::sites_of({node->value->held, ""}, node->type) == root->sites);
  return by_key(node->type, reference::from_stored(*node));
}

}  // namespace

TEST_CASE("random trees run as they are meant, and move the bytes that were counted") {
  int ran = 0;
  int refused = 0;
  std::map<std::string, int> kinds;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    const int sites = 1 + static_cast<int>(seed % 5);
    const plan::OperatorPtr root = RandomOperators(seed, sites).grow(5);
    CAPTURE(plan::to_text(root));
    const auto expected = relation_of(root);
    if (root->partial() || root->kind == plan::OperatorKind::input) continue;
    try {
      const auto result = run(root);
      REQUIRE(equal(result, expected));
      ++ran;
      for (const auto& op : plan::operators_of({root})) ++kinds[plan::name_of(op->kind)];
    } catch (const UnsupportedPlan&) {
      ++refused;  // copies that overlap in no order of sites, or holes inside groups
    }
  }
  CAPTURE(ran, refused);
  CHECK(ran > 300);
  CHECK(refused < 20);
  CHECK(kinds.size() == 8);
}

TEST_CASE("a tree without its sites is a logical graph of the same meaning") {
  int graphs = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    const plan::OperatorPtr root = RandomOperators(seed, 1 + static_cast<int>(seed % 4)).grow(5);
    CAPTURE(plan::to_text(root));
    try {
      const tra::NodePtr graph = plan::to_graph(root);
      ++graphs;
      REQUIRE(equal(by_key(graph->type, reference::evaluate(graph)), relation_of(root)));
    } catch (const UnsupportedPlan&) {
    }
  }
  CHECK(graphs > 350);
}

TEST_CASE("a result that is still partial is refused") {
  const plan::OperatorPtr x = plan::input(stored_relation(
      "X", {4}, 0, [](const Key&) { return Extents{}; },
      placement::Placement{{{Box{{0}, {2}}}, {Box{{2}, {4}}}}, "halves"}, 1));
  const plan::OperatorPtr partial = plan::local_aggregate(x, {}, sum());
  const auto lower = [](const plan::OperatorPtr& root) {
    planner::Lowering(2, plan::default_message_limit).lower({root});
  };
  CHECK_THROWS_WITH(lower(partial), Catch::Matchers::ContainsSubstring(
                                        "put a shuf and a local_aggregate by all its key"));
  CHECK_THROWS_WITH(lower(plan::shuf(partial, {})),
                    Catch::Matchers::ContainsSubstring("put a local_aggregate by all its key"));
}

}  // namespace relatile::test::lower_test
