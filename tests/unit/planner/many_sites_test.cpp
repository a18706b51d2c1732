// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <set>

#include <relatile/planner/search/best_plan.hpp>
#include <relatile/planner/space/search_space.hpp>
#include <relatile/planner/space/time_objective.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace many_sites_test {

using namespace relatile::planner;
using graphs::NodePtr;

namespace {

const TimeObjective seconds{relatile::cost::Machine{}};

}  // namespace

TEST_CASE("on many sites all of them work where there is work for them") {
  const double work = 2.0 * 40000 * 40000 * 40000;
  for (int sites : {64, 256, 1000, 1024}) {
    const NodePtr product =
        graphs::matmul(graphs::input({40000, 40000}), graphs::input({40000, 40000}));
    const Problem problem({product}, sites, seconds);
    const double ideal =
        work / sites / relatile::cost::Machine{}.rate(relatile::cost::KernelClass::product);
    CAPTURE(sites, ideal);
    CHECK(best_plan(problem).price.cost < 1.25 * ideal);
  }
}

TEST_CASE("nodes that come to the same space by ways of their own share it") {
  // On many sites a map may work where its operand is, so that its space has its operand's.
  const auto distinct_spaces = [](int maps) {
    NodePtr x = graphs::matmul(graphs::input({4096, 4096}), graphs::input({4096, 4096}));
    for (int i = 0; i < maps; ++i) x = graphs::elementwise({x});
    const Problem problem({x}, 64, seconds);
    std::set<const NodeSpace*> spaces;
    for (int n = 0; n < problem.size(); ++n) spaces.insert(problem.member(n).space.get());
    return spaces.size();
  };
  const std::size_t few = distinct_spaces(3);
  CHECK(distinct_spaces(50) == few);
}

TEST_CASE("nodes whose work has other prices have spaces of their own") {
  // Columns of Y are ordered as X's are, so that nothing but the price tells X^T Y from X^T X.
  const NodePtr x = graphs::input({4096, 512});
  const NodePtr y = graphs::elementwise({x});
  const NodePtr square = graphs::einsum("ki,kj->ij", {x, x});
  const NodePtr product = graphs::einsum("ki,kj->ij", {x, y});
  const Problem problem({square, product}, 4, seconds);
  const auto space = [&](const NodePtr& node) {
    return problem.member(problem.index_of(*node)).space;
  };
  CHECK(space(square) != space(product));
}

TEST_CASE("placements are called by the labels of their own node") {
  const auto matrix = [] { return graphs::input({61, 61}); };
  const NodePtr last = graphs::einsum("jk,kl->jl", {matrix(), matrix()});
  const NodePtr all = graphs::einsum("ij,jl->il", {matrix(), last});
  const Problem problem({all}, 4, seconds);
  for (const auto& state : problem.member(problem.index_of(*all)).space->states) {
    CHECK(state.text.find("j:") == state.text.npos);
  }
  for (const auto& state : problem.member(problem.index_of(*last)).space->states) {
    CHECK(state.text.find("k:") == state.text.npos);
  }
}

TEST_CASE("moves that are remembered are priced as if each were looked at") {
  for (const int sites : {6, 64, 512}) {
    const NodePtr x = graphs::input({4096, 4096});
    const NodePtr product = graphs::matmul(x, graphs::transpose(x));
    const Problem problem({graphs::elementwise({product, x})}, sites, seconds);
    const auto& type = product->type;
    const auto& space = *problem.member(problem.index_of(*product)).space;
    for (int times = 0; times < 2; ++times) {
      for (const auto& state : space.states) {
        for (const auto& need : space.needs[0]) {
          const auto move = relatile::cost::TransferCosts(type).move(state, need);
          const double price =
              move.moves() ? seconds.transport({type, state, need, move, false}) : 0;
          CHECK(problem.move_price(type, state, need) == price);
        }
      }
    }
  }
}

TEST_CASE("a beam keeps what cuts one label, and the best of every number of sites") {
  const NodePtr node = graphs::einsum(
      "abcd,cdef->abef", {graphs::input({64, 64, 64, 64}), graphs::input({64, 64, 64, 64})});
  for (int sites : {64, 256}) {
    bool complete = true;
    const auto layouts = layouts_worth_pricing(*node, sites, seconds, {0, 1, 2, 3, 4, 5}, complete);
    CHECK(!complete);
    std::set<int> working;
    std::set<int> alone;
    for (const auto& layout : layouts) {
      working.insert(layout.num_working());
      if (layout.axes.size() == 1 && layout.num_working() == sites) {
        alone.insert(layout.axes.front().label);
      }
    }
    for (int q = 1; q <= sites; q *= 2) CHECK(working.count(q) == 1);
    if (sites == 64) CHECK(alone == std::set<int>{0, 1, 2, 3, 4, 5});
  }
}

}  // namespace many_sites_test
