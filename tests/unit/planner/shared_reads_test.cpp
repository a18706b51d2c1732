// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <random>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/search/best_plan.hpp>
#include <relatile/planner/search/exhaustive.hpp>
#include <relatile/relatile.hpp>
#include <set>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/graphs.hpp"
#include "support/traffic.hpp"

namespace shared_reads_test {

using namespace relatile::planner;
using graphs::NodePtr;
namespace rt = relatile;

namespace {

const BytesObjective bytes;

/// A sum of three windows of matrices.
NodePtr windows(const std::vector<NodePtr>& operands, std::int64_t second, std::int64_t third,
                std::int64_t rows) {
  const rt::Extents shape{rows, operands[0]->type.extents[1]};
  return graphs::elementwise(
      operands, {graphs::from_row(0), graphs::from_row(second), graphs::from_row(third)}, shape);
}

std::int64_t bytes_sent(const Problem& problem, const Assignment& chosen,
                        const std::vector<NodePtr>& roots) {
  return Emitter(problem, chosen, 1 << 30).emit(roots).traffic().total().value;
}

}  // namespace

TEST_CASE("operators of one structure read one value in other slots, and are priced apart") {
  std::mt19937 dice(5);
  for (int program = 0; program < 60; ++program) {
    const int sites = 2 + program % 3;
    const auto rows = std::int64_t(30 + dice() % 60);
    const auto columns = std::int64_t(20 + dice() % 70);
    const auto second = std::int64_t(dice() % 20);
    const auto third = std::int64_t(dice() % 20);
    const auto x = graphs::stored({rows + 20, columns}, {{sites, 0}}, sites);
    const auto v = graphs::stored({rows + 20, columns}, {{sites, 1}}, sites);
    const auto a = windows({x, x, x}, second, third, rows);
    const auto b = windows({v, x, x}, second, third, rows);
    const auto c = windows({x, v, x}, second, third, rows);
    const std::vector<NodePtr> roots =
        program % 2 == 0 ? std::vector{a, b, c} : std::vector{c, b, a};
    const Problem problem(roots, sites, bytes);
    CAPTURE(program, sites, rows, columns, second, third);
    const Assignment best = best_plan(problem);
    const auto all = Exhaustive(problem).solve();
    REQUIRE(all);
    CHECK(best.price.cost == all->price.cost);
    CHECK(problem.price(best).cost == best.price.cost);
    // Of several windows that two operators need one is the second copy; the others are priced for
    // each operator, and sent once.
    CHECK(bytes_sent(problem, best, roots) <= static_cast<std::int64_t>(best.price.cost));
  }
}

TEST_CASE("what several operators need of a slice is moved, and paid for, once") {
  // Both maps read rows 1 to 4000 of x, beside arrays of their own that lie by columns.
  const int sites = 4;
  const auto x = graphs::stored({4002, 2000}, {{sites, 0}}, sites);
  const auto map = [&] {
    const auto own = graphs::stored({4000, 2000}, {{sites, 1}}, sites);
    return graphs::elementwise(
        {x, own, own, own},
        {graphs::from_row(1), graphs::from_row(0), graphs::from_row(0), graphs::from_row(0)},
        {4000, 2000});
  };
  const std::vector<NodePtr> roots{map(), map()};
  const Problem problem(roots, sites, bytes);
  const Assignment best = best_plan(problem);
  CHECK(best.optimal);
  // Three quarters of the slice: each site has a quarter of its columns, but for the slice's ends.
  CHECK(best.price.cost == 8.0 * 4000 * 2000 * 3 / 4);
  CHECK(bytes_sent(problem, best, roots) == static_cast<std::int64_t>(best.price.cost));
}

TEST_CASE("what several operators need of a matrix, each another part, is one exchange") {
  int joined = 0;
  for (const int sites : {2, 3, 4, 6}) {
    const auto x = graphs::stored({60, 60}, {{sites, 0}}, sites);
    const std::vector<NodePtr> roots{graphs::einsum("ki,kj->ij", {x, x}),
                                     graphs::einsum("ik,jk->ij", {x, x}),
                                     graphs::einsum("ik,kj->ij", {x, x})};
    const Problem problem(roots, sites, bytes);
    const Assignment best = best_plan(problem);
    CAPTURE(sites);
    CHECK(best.optimal);
    CHECK(bytes_sent(problem, best, roots) == static_cast<std::int64_t>(best.price.cost));
    const int n = problem.index_of(*x);
    const int option = best.option[static_cast<std::size_t>(n)];
    const JointNeed* const joint = problem.joint(n, option);
    if (joint) {
      ++joined;
      CHECK(joint->parts.size() > 1);
      // All of them would each pay for what they have in common.
      double apart = 0;
      for (const auto& part : joint->parts) {
        apart += problem.move_price(x->type, problem.stored(n, option), part);
      }
      CHECK(problem.joint_price(x->type, problem.stored(n, option), *joint) < apart);
    }
  }
  CHECK(joined > 0);
}

TEST_CASE("a stencil's neighbours come by one exchange, each element once, and are read in place") {
  const std::vector<std::pair<int, int>> star{{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}};
  // On some numbers of sites several exchanges would send as much.
  for (const int sites : {2, 3, 4, 6, 9}) {
    auto context = rt::Context::loopback(sites);
    context.plan_options().objective = "bytes";
    const std::int64_t n = 62;
    const rt::Array<double, 2> x = rt::from_function(
        {n, n}, [](std::int64_t i, std::int64_t j) { return double((i * 31 + j * 17) % 13); });
    rt::evaluate(x);
    const auto at = [&](std::size_t w) {
      const auto [i, j] = star[w];
      return x(rt::slice(i, i + n - 2), rt::slice(j, j + n - 2));
    };
    const rt::Array<double, 2> y = 4.0 * at(2) - at(0) - at(1) - at(3) - at(4);
    rt::evaluate(y);
    const rt::plan::Plan& plan = rt::report(y).plan;
    rt::test::require_exact_traffic(rt::report(y));
    CAPTURE(sites);
    CHECK(plan.optimal);
    REQUIRE(plan.steps.size() == 3);
    CHECK(plan.steps[1].kind == rt::plan::StepKind::exchange);

    // What the sites of the map need and do not have, one element after another.
    const auto& held = plan.values[0].placement;
    std::int64_t missing = 0;
    for (int site = 0; site < sites; ++site) {
      const rt::Box made = plan.values[2].placement.of(site).front();
      std::set<std::pair<std::int64_t, std::int64_t>> wanted;
      for (const auto& [i, j] : star) {
        for (std::int64_t r = made.low[0]; r < made.high[0]; ++r) {
          for (std::int64_t c = made.low[1]; c < made.high[1]; ++c) wanted.emplace(r + i, c + j);
        }
      }
      for (const auto& [r, c] : wanted) missing += held.holds(site, rt::unit_box({r, c})) ? 0 : 1;
    }
    CHECK(plan.traffic().total().value == 8 * missing);
    const std::vector<double> found = rt::to_vector(y);
    for (std::int64_t i = 0; i < n - 2; ++i) {
      for (std::int64_t j = 0; j < n - 2; ++j) {
        const auto number = [&](std::int64_t r, std::int64_t c) {
          return double(((i + r) * 31 + (j + c) * 17) % 13);
        };
        REQUIRE(found[std::size_t(i * (n - 2) + j)] ==
                4 * number(1, 1) - number(0, 1) - number(1, 0) - number(1, 2) - number(2, 1));
      }
    }
  }
}

TEST_CASE("windows of what one site alone holds come by one exchange, whichever that site is") {
  for (const int sites : {2, 3, 4}) {
    for (int holder = 0; holder < sites; ++holder) {
      const auto x = graphs::input({46, 46});
      auto value = std::make_shared<rt::tra::StoredValue>();
      value->held = rt::placement::on_site(sites, holder, {46, 46}).table();
      x->value = std::move(value);
      // Of so much work that one site may not do all of it.
      const NodePtr y = graphs::elementwise(
          {x, x, x}, {graphs::from_row(0), graphs::from_row(1), graphs::from_row(2)}, {44, 46}, 60);
      const NodePtr z =
          graphs::elementwise({x, x}, {graphs::from_row(0), graphs::from_row(2)}, {44, 46}, 60);
      const std::vector<NodePtr> roots{y, z};
      const Problem problem(roots, sites, bytes);
      CAPTURE(sites, holder);
      const Assignment best = best_plan(problem);
      const auto all = Exhaustive(problem).solve();
      REQUIRE(all);
      CHECK(best.price.cost == all->price.cost);
      // By columns, all that the others lack: once.
      const rt::Range own = rt::even_part(46, sites, holder);
      CHECK(best.price.cost <= 8.0 * 46 * static_cast<double>(46 - (own.high - own.low)));
      CHECK(bytes_sent(problem, best, roots) == static_cast<std::int64_t>(best.price.cost));
    }
  }
}

TEST_CASE("what shares the memory of a copy with gaps is sent without what is in the gaps") {
  // c and p need parts of k that one exchange brings, into one piece; p is a part of that piece.
  for (const int sites : {2, 3, 4, 6}) {
    for (const std::int64_t rows : {4, 12, 30, 90}) {
      for (const bool on_one : {true, false}) {
        auto context = rt::Context::loopback(sites);
        context.plan_options().objective = "bytes";
        const rt::Array<double, 2> k = rt::placed(
            rt::from_function({rows, 6}, [](auto i, auto j) { return double(i * 100 + j + 1); }),
            on_one ? rt::on_rank(1) : rt::split(1));
        rt::evaluate(k);
        const rt::Array<double, 2> c = k(rt::slice(1, rows), rt::slice()) + 1.0;
        const rt::Array<double, 2> t = rt::transpose(k);
        const rt::Array<double, 2> d =
            rt::concatenate({rt::Array<double, 2>(t(rt::slice(1, 5), rt::slice(0, rows - 1))),
                             rt::Array<double, 2>(t(rt::slice(0, 4), rt::slice(1, rows)))},
                            1);
        for (const rt::Array<double, 2>& other : {c, d}) {
          const rt::Array<double, 2> p = rt::placed(k, rt::split(0));
          rt::evaluate(rt::Array<double, 2>(other + 0.0), p);
          const std::vector<double> found = rt::to_vector(p);
          CAPTURE(sites, rows, on_one);
          for (std::int64_t i = 0; i < rows; ++i) {
            for (std::int64_t j = 0; j < 6; ++j) {
              REQUIRE(found[std::size_t(i * 6 + j)] == double(i * 100 + j + 1));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("on thousands of sites a stencil sends its ghost rows once") {
  for (const int sites : {100, 1024}) {
    const std::int64_t n = 4 * sites;
    const auto x = graphs::stored({n, 50}, {{sites, 0}}, sites);
    const NodePtr y = windows({x, x, x}, 1, 2, n - 2);
    const Problem problem({y}, sites, bytes);
    const Assignment best = best_plan(problem);
    CHECK(bytes_sent(problem, best, {y}) == static_cast<std::int64_t>(best.price.cost));
    // A map of n - 2 rows is cut at other rows than the matrix: of every site's part one row more
    // or less than two lies elsewhere.
    CHECK(best.price.cost < 8.0 * 50 * 2.1 * sites);
  }
}

TEST_CASE("the values of many overlapping windows of one array, read together") {
  auto context = rt::Context::loopback(4);
  rt::Array<double, 1> x = rt::arange(400.0);
  rt::evaluate(x);
  rt::Array<double, 1> first = rt::sqrt(x(rt::slice(0, 300)));
  rt::Array<double, 0> all = rt::sum(first);
  for (std::int64_t shift = 0; shift < 20; ++shift) {
    all = all + rt::sum(x(rt::slice(shift * 5, shift * 5 + 300)) * first);
  }
  rt::evaluate(all);
  double expected = 0;
  for (int i = 0; i < 300; ++i) expected += std::sqrt(double(i));
  for (int shift = 0; shift < 20; ++shift) {
    for (int i = 0; i < 300; ++i) expected += double(shift * 5 + i) * std::sqrt(double(i));
  }
  CHECK(std::abs(all.item() / expected - 1) < 1e-12);
}

}  // namespace shared_reads_test
