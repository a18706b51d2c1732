// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <vector>

#include <relatile/papers/spartan15/planner.hpp>
#include <relatile/planner/search/optimal.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace spartan15_planner_test {

using namespace relatile::planner;
using namespace relatile::papers;
using graphs::NodePtr;

namespace {

const BytesObjective bytes;
const SpartanObjective profiles;

/// The labels that a node is cut along, in the choice for `problem`.
PartitionVector cut_of(const Problem& problem, const Assignment& assignment, const NodePtr& node) {
  const int n = problem.index_of(*node);
  return parts_of(problem.candidate(n, assignment.candidate[static_cast<std::size_t>(n)]).layout,
                  node->labels);
}

/// Alternating least squares, as far as its tilings go: factors of users from all ratings of each
/// user and the movies, and back.
NodePtr als(const NodePtr& ratings, int iterations) {
  NodePtr movies = graphs::source({ratings->type.extents[1], 4});
  for (int i = 0; i < iterations; ++i) {
    const NodePtr users = graphs::einsum("um,mk->uk", {ratings, movies});
    users->whole_label[1] = true;
    movies = graphs::einsum("um,uk->mk", {ratings, users});
    movies->whole_label[0] = true;
  }
  return movies;
}

}  // namespace

TEST_CASE("Fig. 2: a product is shared out by rows where n > k, by sums where n < k") {
  for (int sites : {2, 4, 8}) {
    const auto cut = [&](std::int64_t n, std::int64_t k) {
      const NodePtr z = graphs::matmul(graphs::input({n, k}), graphs::input({k, 300}));
      const Problem problem({z}, sites, bytes);
      return cut_of(problem, plan_spartan(problem), z);
    };
    CHECK(cut(800, 400) == PartitionVector{sites, 1, 1});
    CHECK(cut(400, 800) == PartitionVector{1, sites, 1});
  }
}

TEST_CASE("Fig. 7: x + y - x y is tiled alike where that costs nothing") {
  // By rows only y, which all workers read, is in the wrong place.
  const NodePtr x = graphs::input({600, 400});
  const NodePtr y = graphs::input({400, 400});
  const NodePtr product = graphs::matmul(x, y);
  const NodePtr sum = graphs::elementwise({x, graphs::input({600, 400})});
  const NodePtr z = graphs::elementwise({sum, product});
  const Problem problem({z}, 4, profiles);
  const Assignment assignment = plan_spartan(problem);
  for (const auto& node : {sum, z})
    CHECK(cut_of(problem, assignment, node) == PartitionVector{4, 1});
  CHECK(cut_of(problem, assignment, product) == PartitionVector{4, 1, 1});
  CHECK(assignment.price.cost == 400 * 400);
}

TEST_CASE("ratings that are read both ways time and again are duplicated, within the budget") {
  const NodePtr ratings = graphs::input({400, 400});
  const Problem problem({als(ratings, 3)}, 4, profiles);
  const int n = problem.index_of(*ratings);
  const Assignment twice = plan_spartan(problem);
  CHECK(problem.second(n, twice.option[static_cast<std::size_t>(n)]) != nullptr);
  const Assignment once = plan_spartan(problem, 0);
  CHECK(problem.second(n, once.option[static_cast<std::size_t>(n)]) == nullptr);
  CHECK(twice.price.cost < once.price.cost);
}

TEST_CASE("Fig. 11: conflicting views of two arrays with more neighbours lead it astray") {
  // d is c transposed and both are read by others: the paper's greedy rule tiles both by rows.
  const NodePtr a = graphs::input({400, 400});
  const NodePtr b = graphs::input({400, 400});
  const NodePtr c = graphs::elementwise({a, b});
  const NodePtr d = graphs::elementwise({graphs::transpose(a), graphs::transpose(b)});
  const NodePtr row_sums = graphs::sum(c, {1});
  const NodePtr e = graphs::elementwise({c, graphs::input({400, 400})});
  const NodePtr f = graphs::elementwise({d, graphs::input({400, 400})});
  const NodePtr sums = graphs::sum(d, {0});
  const Problem problem({row_sums, e, f, sums}, 4, profiles);
  FactorTables tables(problem);
  const Assignment greedy = plan_spartan(problem, 0);
  const auto best = eliminate(problem, tables);
  REQUIRE(best);
  CHECK(best->price.cost == 0);
  CHECK(greedy.price.cost > 0);
}

TEST_CASE("every number of sites and every rank has tilings") {
  for (int sites : {1, 2, 3, 5, 7, 9}) {
    const NodePtr x = graphs::input({12, 1, 30});
    const NodePtr y = graphs::elementwise({x, graphs::input({30})});
    const NodePtr total = graphs::sum(y, {0, 1, 2});
    const Problem problem({total, graphs::sum(y, {0})}, sites, bytes);
    CHECK(!plan_spartan(problem).price.is_impossible());
  }
}

}  // namespace spartan15_planner_test
