// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <limits>
#include <vector>

#include <relatile/planner/search/exhaustive.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace exhaustive_test {

using namespace relatile::planner;
using graphs::NodePtr;

namespace {

const BytesObjective bytes;

/// The cheapest of all candidates with all options, counted off one by one.
Price cheapest_of_all(const Problem& problem) {
  Assignment assignment;
  assignment.candidate.assign(static_cast<std::size_t>(problem.size()), 0);
  assignment.option = assignment.candidate;
  Price best = Price::impossible();
  for (;;) {
    const Price price = problem.price(assignment);
    if (price < best) best = price;
    bool carried = true;
    for (int n = 0; carried && n < problem.size(); ++n) {
      const auto at = static_cast<std::size_t>(n);
      const auto& member = problem.member(n);
      const auto advance = [&](int& axis, int count) {
        carried = ++axis == count;
        if (carried) axis = 0;
      };
      if (member.chooses()) {
        advance(assignment.candidate[at], static_cast<int>(member.space->candidates.size()));
      }
      if (carried && member.supplier == n) {
        advance(assignment.option[at], problem.output_layouts(n).num_options());
      }
    }
    if (carried) return best;
  }
}

}  // namespace

TEST_CASE("the oracle finds what counting off every choice finds") {
  for (int sites : {1, 2, 3}) {
    const NodePtr x = graphs::stored({400, 30}, {{sites, 0, 0}}, sites);
    const NodePtr product = graphs::matmul(x, graphs::source({30, 500}));
    const NodePtr gram = graphs::einsum("ij,ik->jk", {x, x});
    const std::vector<std::vector<NodePtr>> programs{
        {product},
        {graphs::sum(product, {0})},
        {graphs::matmul(graphs::input({300, 100}), graphs::input({100, 200}))},
        {gram, graphs::sum(x, {1})}};
    for (const auto& roots : programs) {
      const Problem problem(roots, sites, bytes);
      const auto found = Exhaustive(problem).solve();
      REQUIRE(found);
      const Price least = cheapest_of_all(problem);
      CHECK(found->price.cost == least.cost);
      CHECK(found->price.tie == least.tie);
      CHECK(problem.price(*found).cost == least.cost);
    }
  }
}

TEST_CASE("the oracle gives up rather than answer too late") {
  const NodePtr a = graphs::matmul(graphs::input({400, 300}), graphs::input({300, 200}));
  const Problem problem({graphs::matmul(a, graphs::input({200, 100}))}, 6, bytes);
  CHECK(!Exhaustive(problem, 10).solve());
}

}  // namespace exhaustive_test
