// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <relatile/planner/outline_cost.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/planner/search/optimal.hpp>
#include <relatile/planner/space/time_objective.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace complete_space_test {

// Plans that are cheaper than any of one placement a value, one count of sites or one site for each
// element's work: they belong to the space that `optimal` searches.

using namespace relatile::planner;
using graphs::NodePtr;

namespace {

const BytesObjective bytes;

std::int64_t bytes_of(const std::vector<NodePtr>& roots, int sites) {
  PlanOptions options;
  options.objective = "bytes";
  return plan_for(roots, roots, sites, options).traffic().total().value;
}

struct Shape {
  std::int64_t m, k, n;
};

std::int64_t longest(std::int64_t extent, std::int64_t parts) {
  return (extent + parts - 1) / parts;
}

/// What the best grid of m x k x n parts sends, of all whose busiest site has at most a quarter
/// more work than need be, on as many of the sites as suits it.
std::int64_t bytes_of_best_grid(const Shape& shape, std::int64_t sites) {
  struct Grid {
    double share;
    std::int64_t bytes;
  };
  std::vector<Grid> grids;
  double least = std::numeric_limits<double>::infinity();
  for (std::int64_t pm = 1; pm <= std::min(sites, shape.m); ++pm) {
    for (std::int64_t pk = 1; pm * pk <= sites && pk <= shape.k; ++pk) {
      for (std::int64_t pn = 1; pm * pk * pn <= sites && pn <= shape.n; ++pn) {
        const double share = static_cast<double>(longest(shape.m, pm) * longest(shape.k, pk)) *
                             static_cast<double>(longest(shape.n, pn));
        const std::int64_t elements = shape.m * shape.k * (pn - 1) + shape.k * shape.n * (pm - 1) +
                                      shape.m * shape.n * (pk - 1);
        grids.push_back({share, 8 * elements});
        least = std::min(least, share);
      }
    }
  }
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  for (const Grid& grid : grids) {
    if (grid.share <= 1.25 * least) fewest = std::min(fewest, grid.bytes);
  }
  return fewest;
}

}  // namespace

TEST_CASE("no balanced grid sends less than the plan of a product, on any number of sites") {
  const std::vector<Shape> shapes{{2400, 2400, 2400},  {4096, 4096, 4096}, {3000, 500, 70},
                                  {512, 131'072, 512}, {10'007, 64, 9001}, {64, 100'000, 640}};
  for (int sites = 2; sites <= 256; sites += sites < 68 ? 1 : 7) {
    for (const Shape& shape : shapes) {
      const NodePtr product =
          graphs::matmul(graphs::input({shape.m, shape.k}), graphs::input({shape.k, shape.n}));
      const Problem problem({product}, sites, bytes);
      CAPTURE(sites, shape.m, shape.k, shape.n);
      CHECK(plan_optimal(problem).price.cost <=
            static_cast<double>(bytes_of_best_grid(shape, sites)));
    }
  }
}

TEST_CASE("X^T X of a matrix stored anywhere sends what one of its grids does, on any mesh") {
  for (int sites : {4, 8, 9, 12, 16}) {
    const NodePtr x = graphs::input({2400, 2400});
    const std::int64_t sent = bytes_of({graphs::einsum("ki,kj->ij", {x, x})}, sites);
    CAPTURE(sites);
    CHECK(sent <= bytes_of_best_grid({2400, 2400, 2400}, sites));
  }
}

TEST_CASE("one more site is never slower") {
  const relatile::cost::Machine machine;
  const TimeObjective seconds(machine);
  const NodePtr x = graphs::input({6000, 500});
  const NodePtr tall = graphs::input({2'000'000, 1000});
  const NodePtr chain =
      graphs::matmul(graphs::elementwise({graphs::matmul(x, graphs::input({500, 4000}))}, 20),
                     graphs::input({4000, 900}));
  for (const NodePtr& root :
       {graphs::matmul(graphs::input({2400, 2400}), graphs::input({2400, 2400})), chain,
        graphs::einsum("ki,kj->ij", {tall, tall})}) {
    double before = std::numeric_limits<double>::infinity();
    for (int sites = 1; sites <= 128; ++sites) {
      const double now = plan_optimal(Problem({root}, sites, seconds)).price.cost;
      CAPTURE(sites, root->name, now, before);
      // What suits a product by itself need not suit what comes after it, and only what is cheap by
      // itself is looked at on other numbers of sites.
      CHECK(now <= (root == chain ? 1.03 : 1.005) * before);
      before = now;
    }
  }
}

TEST_CASE(
    "of moves that take equally long the one of fewer bytes is cheaper, and by less than any "
    "time") {
  const TimeObjective seconds{relatile::cost::Machine{}};
  const NodePtr x = graphs::input({100, 100});
  const relatile::placement::Sharding anywhere;
  relatile::cost::TransferCost move{.bytes = 1'000'000, .busiest = 250'000, .partners = 3};
  const auto price = [&] { return seconds.transport({x->type, anywhere, anywhere, move, false}); };
  const double one_busy = price();
  move.bytes = 4 * move.busiest + 3'000'000;
  const double all_busy = price();
  CHECK(one_busy < all_busy);
  move.bytes = 1'000'000;
  move.busiest += 8;
  CHECK(all_busy < price());
}

TEST_CASE("what all sites hold is mapped where it is read") {
  const NodePtr a = graphs::stored({1000, 2000}, {{4, -1, 0}}, 4);
  const NodePtr b = graphs::elementwise({a});
  CHECK(bytes_of({graphs::matmul(graphs::stored({4000, 1000}, {{4, 0, 0}}, 4), b)}, 4) == 0);
  // Groups of sites that need the same rows and have them repeat the work, too.
  const NodePtr rows = graphs::stored({3000, 2000}, {{2, 0, 0}, {2, -1, 0}}, 4);
  const NodePtr right = graphs::stored({2000, 3000}, {{2, -1, 0}, {2, 1, 0}}, 4);
  CHECK(bytes_of({graphs::matmul(graphs::elementwise({rows}), right)}, 4) == 0);
}

TEST_CASE("one gather serves two readers") {
  const NodePtr x = graphs::stored({1000, 2000}, {{4, 0, 0}}, 4);
  const NodePtr first = graphs::matmul(graphs::stored({4000, 1000}, {{4, 0, 0}}, 4), x);
  const NodePtr second =
      graphs::matmul(graphs::stored({6000, 1000}, {{4, 0, 0}}, 4), graphs::elementwise({x}));
  CHECK(bytes_of({first, second}, 4) == 3 * 1000 * 2000 * 8);
}

TEST_CASE("what two operands of one product need of a matrix is sent once") {
  // By rows on four sites; blocks of a 2 x 2 grid need two columns of blocks, of which those on the
  // diagonal are the same one.
  const std::int64_t n = 2400;
  const NodePtr x = graphs::stored({n, n}, {{4, 0, 0}}, 4);
  const NodePtr gram = graphs::einsum("ki,kj->ij", {x, x});
  const std::int64_t sent = bytes_of({gram}, 4);
  CHECK(sent <= 103'680'000);
  CHECK(sent == bytes_of({gram}, 4));
  // Two products of it: each sends no more than it would alone.
  const NodePtr other = graphs::einsum("ik,jk->ij", {x, x});
  CHECK(bytes_of({gram, other}, 4) <= sent + bytes_of({other}, 4));
}

TEST_CASE("an input that one operator reads is stored as suits it") {
  for (int sites : {3, 7, 13, 16, 24, 53}) {
    const NodePtr weights = graphs::input({900, 700});
    const NodePtr x = graphs::stored({500, 900}, {{sites, 0, 0}}, sites);
    const Problem problem({graphs::matmul(x, weights)}, sites, bytes);
    const Assignment found = plan_optimal(problem);
    // The same problem, in which where the weights are is a choice like any other.
    double least = std::numeric_limits<double>::infinity();
    const int n = problem.index_of(*weights);
    const int product = problem.size() - 1;
    for (int c = 0; c < static_cast<int>(problem.member(product).space->candidates.size()); ++c) {
      for (int state = 0; state < problem.output_layouts(n).num_options(); ++state) {
        Assignment assignment = found;
        assignment.candidate[static_cast<std::size_t>(product)] = c;
        assignment.option[static_cast<std::size_t>(product)] = problem.candidate(product, c).stored;
        assignment.option[static_cast<std::size_t>(n)] = state;
        least = std::min(least, problem.price(assignment).cost);
      }
    }
    CAPTURE(sites);
    CHECK(found.price.cost == least);
  }
}

}  // namespace complete_space_test
