// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/planner/search/completion.hpp>
#include <relatile/planner/search/exhaustive.hpp>
#include <relatile/planner/search/greedy.hpp>
#include <relatile/planner/search/nearest.hpp>
#include <relatile/planner/search/optimal.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace completion_test {

using namespace relatile::planner;
using graphs::NodePtr;

namespace {

const BytesObjective bytes;

/// A tall matrix multiplied from both sides: the two products want it cut along different axes.
std::vector<NodePtr> both_sides() {
  const NodePtr a = graphs::input({60, 60});
  const NodePtr u = graphs::source({60, 6});
  return {graphs::einsum("ij,jk->ik", {a, u}), graphs::einsum("ij,ik->jk", {a, u}),
          graphs::einsum("ij,ik->jk", {a, u})};
}

}  // namespace

TEST_CASE("the best options for the best candidates are those of the optimum") {
  for (int sites : {2, 3, 4, 6}) {
    const NodePtr x = graphs::input({40, 24});
    const NodePtr shared = graphs::matmul(x, graphs::input({24, 40}));
    const std::vector<std::vector<NodePtr>> programs{
        {shared}, {graphs::matmul(shared, graphs::transpose(shared))}, both_sides()};
    for (const auto& roots : programs) {
      const Problem problem(roots, sites, bytes);
      FactorTables tables(problem);
      const auto best = eliminate(problem, tables);
      REQUIRE(best);
      PartialAssignment decided(problem);
      decided.candidate = best->candidate;
      decided.replicas = Replicas::made;
      CHECK(complete(problem, decided, "again").price.cost == best->price.cost);
    }
  }
}

TEST_CASE("a planner that makes no copies moves once what several readers want alike") {
  const NodePtr a = graphs::stored({64, 64}, {{4, 0, 0}}, 4);
  const NodePtr u = graphs::source({64, 4});
  // By columns, a must move; the second reader finds it there.
  const std::vector<NodePtr> roots{graphs::einsum("ij,jk->ik", {a, u}),
                                   graphs::einsum("ij,jk->ik", {a, u})};
  const Problem problem(roots, 4, bytes);
  PartialAssignment decided(problem);
  for (const auto& root : roots) {
    const int n = problem.index_of(*root);
    decided.candidate[static_cast<std::size_t>(n)] =
        nearest_candidates(problem, n, {1, 4, 1}).front();
  }
  const Assignment assignment = complete(problem, decided, "test");
  const int n = problem.index_of(*roots[0]);
  const double reduced =
      problem.work_price(n, assignment.candidate[static_cast<std::size_t>(n)]).cost;
  CHECK(assignment.price.cost == 64 * 48 * 8 + 2 * reduced);
}

TEST_CASE("a copy that is nobody's own wish is made only by those who duplicate") {
  const NodePtr a = graphs::stored({48, 48}, {{4, 0, 0}}, 4);
  const NodePtr u = graphs::source({48, 4});
  const std::vector<NodePtr> roots{graphs::einsum("ij,jk->ik", {a, u}),
                                   graphs::einsum("ij,jk->ik", {a, u})};
  const Problem problem(roots, 4, bytes);
  PartialAssignment decided(problem);
  const int first = problem.index_of(*roots[0]);
  const int second = problem.index_of(*roots[1]);
  decided.candidate[static_cast<std::size_t>(first)] =
      nearest_candidates(problem, first, {1, 4, 1}).front();
  decided.candidate[static_cast<std::size_t>(second)] =
      nearest_candidates(problem, second, {1, 3, 1}).front();
  const Assignment without = complete(problem, decided, "test");
  decided.replicas = Replicas::made;
  const Assignment with = complete(problem, decided, "test");
  // From rows, site s of three lacks 3/4 of its 16 columns; from columns by four, 4 (s + 1) of
  // them.
  CHECK(without.price.cost - with.price.cost == (3 * 48 * 12 - 48 * (4 + 8 + 12)) * 8);
}

TEST_CASE("what stands before decides what a greedy candidate costs") {
  const NodePtr a = graphs::stored({64, 32}, {{4, 0, 0}}, 4);
  const NodePtr b = graphs::stored({32, 16}, {{4, 0, 0}}, 4);
  const NodePtr c = graphs::matmul(a, b);
  const NodePtr d = graphs::matmul(c, graphs::source({16, 8}));
  const Problem problem({d}, 4, bytes);
  const PartialAssignment decided = decide_in_order(
      problem, PartialAssignment(problem), [&](int n) { return all_candidates(problem, n); });
  const Assignment assignment = complete(problem, decided, "greedy");
  // b goes to all, and the second product finds the first where it is.
  CHECK(assignment.price.cost == 3 * 32 * 16 * 8);
}

TEST_CASE("what several readers want alike is one want, whatever each calls the axes") {
  const NodePtr a = graphs::stored({64, 64}, {{4, 0, 0}}, 4);
  const NodePtr u = graphs::source({64, 64});
  const NodePtr v = graphs::source({64, 64});
  // Both cut l alone, so that all of a goes everywhere; its columns are the second label here and
  // the third there.
  const std::vector<NodePtr> roots{graphs::einsum("nh,hl->nl", {a, u}),
                                   graphs::einsum("nl,nh->hl", {v, a})};
  const Problem problem(roots, 4, bytes);
  PartialAssignment decided(problem);
  for (const auto& root : roots) {
    const int n = problem.index_of(*root);
    PartitionVector by_l(3, 1);
    for (std::size_t l = 0; l < 3; ++l) by_l[l] = root->label_names[l] == "l" ? 4 : 1;
    decided.candidate[static_cast<std::size_t>(n)] = nearest_candidates(problem, n, by_l).front();
  }
  CHECK(complete(problem, decided, "test").price.cost == 3 * 64 * 64 * 8);
}

}  // namespace completion_test
