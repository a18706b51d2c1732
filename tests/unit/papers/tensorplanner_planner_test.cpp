// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <vector>

#include <relatile/papers/tensorplanner/cost.hpp>
#include <relatile/papers/tensorplanner/planner.hpp>
#include <relatile/planner/emit.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace tensorplanner_planner_test {

using namespace relatile::planner;
using namespace relatile::papers;
using graphs::NodePtr;

namespace {

const BytesObjective bytes;

relatile::placement::Layout layout_of(const Problem& problem, const Assignment& assignment,
                                      const NodePtr& node) {
  const int n = problem.index_of(*node);
  return problem.candidate(n, assignment.candidate[static_cast<std::size_t>(n)]).layout;
}

}  // namespace

TEST_CASE("a product runs on the grid, sends every block to a row or a column, reduces in place") {
  for (int sites : {2, 4, 6, 7, 9, 12, 16}) {
    const auto grid = relatile::papers::tensorplanner::grid_of(sites);
    const NodePtr product = graphs::matmul(graphs::input({720, 720}), graphs::input({720, 720}));
    const Problem problem({product}, sites, bytes);
    const Assignment assignment = plan_groupby_join(problem);
    CHECK(parts_of(layout_of(problem, assignment, product), product->labels) ==
          PartitionVector{grid.rows, 1, grid.columns});
    const auto plan = Emitter(problem, assignment, 1 << 30).emit({product});
    for (const auto& step : plan.steps) {
      CHECK(!step.exchange.reduces);
      for (int site = 0; site < sites; ++site) {
        std::vector<int> receivers;
        for (const auto& t : step.exchange.transfers) {
          if (t.from == site) receivers.push_back(t.to);
        }
        std::sort(receivers.begin(), receivers.end());
        const auto last = std::unique(receivers.begin(), receivers.end());
        CHECK(last - receivers.begin() <= std::max(grid.rows, grid.columns));
      }
    }
  }
}

TEST_CASE("the blocks of the result are where the paper puts them") {
  const NodePtr product = graphs::matmul(graphs::input({60, 60}), graphs::input({60, 60}));
  for (int sites : {4, 6, 9}) {
    const auto grid = relatile::papers::tensorplanner::grid_of(sites);
    const Problem problem({product}, sites, bytes);
    const auto layout = layout_of(problem, plan_groupby_join(problem), product);
    for (int row = 0; row < grid.rows; ++row) {
      for (int column = 0; column < grid.columns; ++column) {
        const int process = relatile::papers::tensorplanner::process_of({row, column}, sites);
        const auto box = layout.box(process, product->labels);
        CHECK(box.low[0] == row * 60 / grid.rows);
        CHECK(box.low[2] == column * 60 / grid.columns);
      }
    }
  }
}

TEST_CASE("a matrix times a vector goes round the processes by rows") {
  const NodePtr product =
      graphs::einsum("ij,j->i", {graphs::input({600, 500}), graphs::input({500})});
  const Problem problem({product}, 5, bytes);
  CHECK(parts_of(layout_of(problem, plan_groupby_join(problem), product), product->labels) ==
        PartitionVector{5, 1});
}

TEST_CASE("cells are combined where the less loaded producer is") {
  // a is in rows and has been worked on, b is in columns and has not: the sum takes b's place.
  const NodePtr a = graphs::elementwise({graphs::stored({64, 32}, {{4, 0, 0}}, 4)});
  const NodePtr b = graphs::stored({64, 32}, {{4, 1, 0}}, 4);
  const NodePtr sum = graphs::elementwise({a, b});
  const Problem problem({sum}, 4, bytes);
  const Assignment assignment = plan_groupby_join(problem);
  const auto parts = parts_of(layout_of(problem, assignment, sum), sum->labels);
  CHECK((parts == PartitionVector{1, 4} || parts == PartitionVector{4, 1}));
  CHECK(assignment.price.cost == 64 * 32 * 8 * 3 / 4);  // one of the two moves
  const NodePtr alike = graphs::elementwise({a, graphs::stored({64, 32}, {{4, 0, 0}}, 4)});
  CHECK(plan_groupby_join(Problem({alike}, 4, bytes)).price.cost == 0);
}

TEST_CASE("the workload is even where the blocks are") {
  const NodePtr x = graphs::input({64, 64});
  const NodePtr y = graphs::elementwise({graphs::matmul(x, x), x});
  const Problem problem({y}, 4, bytes);
  const GroupByJoin schedule(problem);
  const auto& workload = schedule.workload();
  CHECK(*std::max_element(workload.begin(), workload.end()) > 0);
  CHECK(*std::max_element(workload.begin(), workload.end()) ==
        *std::min_element(workload.begin(), workload.end()));
}

}  // namespace tensorplanner_planner_test
