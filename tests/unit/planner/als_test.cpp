// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <vector>

#include <relatile/plan/verify.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/search/exhaustive.hpp>
#include <relatile/planner/search/planners.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace als_test {

// Alternating least squares reads its ratings by users and by movies in turns. Along one axis alone
// the sums for the other side's equations (f x f numbers each) must be reduced between the sites;
// with a second copy of the ratings only factors (f numbers each) move. [spartan15] section 3.4

namespace {

using namespace relatile::planner;
using graphs::NodePtr;
using relatile::Extents;

/// Bytes, in a world where one array can't be moved.
class Unmoved : public BytesObjective {
 public:
  explicit Unmoved(Extents shape) : shape_(shape) {}
  double transport(const Transport& transport) const override {
    const double bytes = BytesObjective::transport(transport);
    return transport.type.extents == shape_ ? 1e9 * bytes : bytes;
  }

 private:
  Extents shape_;
};

/// The factors of one side from those of the other: the equations' sums over all ratings, and a
/// stand-in for solving them, which needs each one whole.
NodePtr half(const std::string& equations, const NodePtr& ratings, const NodePtr& factors) {
  const NodePtr squares = graphs::einsum("af,ag->afg", {factors, factors});
  const NodePtr sums = graphs::einsum(equations, {ratings, squares});
  return graphs::sum(sums, {2});
}

struct Als {
  NodePtr ratings;
  NodePtr movies;

  Als(std::int64_t users, std::int64_t items, std::int64_t factors, int iterations)
      : ratings(graphs::input({users, items})), movies(graphs::source({items, factors})) {
    for (int i = 0; i < iterations; ++i) {
      const NodePtr side = half("um,mfg->ufg", ratings, movies);
      movies = half("um,ufg->mfg", ratings, side);
    }
  }
};

}  // namespace

TEST_CASE("ALS keeps a second copy of its ratings exactly where that saves bytes") {
  int copied = 0;
  int single = 0;
  int confirmed = 0;
  for (const int sites : {2, 3, 4}) {
    for (const std::int64_t factors : {2, 4, 6}) {
      for (const int iterations : {1, 2, 3}) {
        CAPTURE(sites, factors, iterations);
        const Als als(90, 80, factors, iterations);
        const BytesObjective bytes;
        const Problem problem({als.movies}, sites, bytes);
        const Assignment best = plan_by_name("optimal", problem);
        const Unmoved unmoved(als.ratings->type.extents);
        const Assignment without = plan_by_name("optimal", Problem(problem, unmoved));
        REQUIRE(best.optimal);
        REQUIRE(without.optimal);
        REQUIRE(best.price.cost <= without.price.cost);
        if (const auto oracle = Exhaustive(problem, 200'000).solve()) {
          CHECK(best.price.cost == oracle->price.cost);
          ++confirmed;
        }
        const int n = problem.index_of(*als.ratings);
        const bool replicas =
            problem.second(n, best.option[static_cast<std::size_t>(n)]) != nullptr;
        // What only one operator reads along the other axis is moved for it, and not kept.
        CHECK(replicas == (iterations > 1 && best.price.cost < without.price.cost));
        ++(replicas ? copied : single);

        const auto plan =
            Emitter(problem, best, relatile::plan::default_message_limit).emit({als.movies});
        relatile::plan::verify(plan);
        CHECK(static_cast<double>(plan.traffic().total().value) == best.price.cost);
      }
    }
  }
  CHECK(copied >= 9);
  CHECK(single >= 9);
  CHECK(confirmed >= 9);
}

}  // namespace als_test
