// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <relatile/planner/emit.hpp>
#include <relatile/planner/plan_history.hpp>
#include <relatile/planner/search/best_plan.hpp>
#include <relatile/planner/search/exhaustive.hpp>
#include <relatile/relatile.hpp>

#include "support/catch.hpp"
#include "support/dice.hpp"
#include "support/graphs.hpp"
#include "support/traffic.hpp"

namespace slices_in_place_test {

using namespace relatile::planner;
using graphs::NodePtr;
namespace rt = relatile;

namespace {

const BytesObjective bytes;

double number(std::int64_t i, std::int64_t j) { return double((i * 31 + j * 17) % 29) / 4; }

/// By rows.
rt::Array<double, 2> table(std::int64_t rows, std::int64_t columns) {
  return rt::placed(rt::from_function({rows, columns}, number), rt::split(0));
}

/// What evaluating a value sent, all of which was predicted.
template <class Array>
std::int64_t bytes_of(const Array& value) {
  rt::evaluate(value);
  rt::test::require_exact_traffic(rt::report(value));
  return rt::report(value).bytes_sent().value;
}

}  // namespace

TEST_CASE("work on a slice is done by those who hold its rows") {
  for (const int sites : {2, 3, 4, 5, 8, 16, 23}) {
    for (const std::int64_t first : {1, 7, 40}) {
      auto context = rt::Context::loopback(sites);
      context.plan_options().objective = "bytes";
      const rt::Array<double, 2> x = table(1000, 8);
      rt::evaluate(x);
      CAPTURE(sites, first);
      const rt::Array<double, 2> y = 2.0 * x(rt::slice(first, 1000), rt::slice());
      CHECK(bytes_of(y) == 0);
      CHECK(rt::report(y).plan.optimal);
      const std::vector<double> found = rt::to_vector(y);
      for (std::int64_t i = 0; i < 1000 - first; ++i) {
        for (std::int64_t j = 0; j < 8; ++j) {
          REQUIRE(found[std::size_t(i * 8 + j)] == 2 * number(i + first, j));
        }
      }
    }
  }
}

TEST_CASE("what lies as a slice does is worked on there, evaluated or not") {
  for (const int sites : {2, 3, 4, 7, 18}) {
    for (const std::int64_t last : {960, 999, 1000}) {
      auto context = rt::Context::loopback(sites);
      context.plan_options().objective = "bytes";
      const rt::Array<double, 2> x = table(1000, 8);
      rt::evaluate(x);
      CAPTURE(sites, last);
      const rt::Array<double, 2> y = 2.0 * x(rt::slice(9, last), rt::slice());
      CHECK(bytes_of(rt::Array<double, 2>(rt::maximum(rt::sqrt(y), y * y))) == 0);
      CHECK(bytes_of(y) == 0);
      const rt::Array<double, 2> z = y(rt::slice(2, last - 9), rt::slice()) + 1.0;
      CHECK(bytes_of(z) == 0);
      // Sums of columns and the Gram matrix move contributions alone: of 8 and of 64 numbers.
      CHECK(bytes_of(rt::Array<double, 1>(rt::sum(z, 0))) <= 2 * (sites - 1) * 8 * 8);
      CHECK(bytes_of(rt::Array<double, 2>(rt::matmul(rt::transpose(z), z))) <=
            2 * (sites - 1) * 64 * 8);
    }
  }
}

TEST_CASE("slices of blocks of rows and columns, and of what some sites hold") {
  for (const std::string objective : {"bytes", "time"}) {
    for (const auto& mesh : std::vector<std::vector<rt::placement::MeshAxis>>{
             {{2, 0}, {3, 1}}, {{3, 1}, {2, 0}}, {{4, 0}}, {{5, 1}}}) {
      int parts = 1;
      for (const auto& axis : mesh) parts *= axis.size;
      const int sites = 8;
      auto context = rt::Context::loopback(sites);
      context.plan_options().objective = objective;
      rt::Array<double, 2> x = rt::placed(rt::from_function({600, 500}, number), rt::split(mesh));
      rt::evaluate(x);
      CAPTURE(objective, sites, mesh.size());
      const rt::Array<double, 2> y = rt::maximum(x(rt::slice(7, 590), rt::slice(11, 499)), 2.0);
      const rt::Array<double, 2> z = y(rt::slice(0, 580), rt::slice(4, 488)) + 1.0;
      const std::int64_t sent = bytes_of(z);
      // Where more sites are idle than hold something, they are made to work.
      if (parts > sites / 2) CHECK(sent == 0);
      const std::vector<double> found = rt::to_vector(z);
      for (std::int64_t i = 0; i < 580; ++i) {
        for (std::int64_t j = 0; j < 484; ++j) {
          REQUIRE(found[std::size_t(i * 484 + j)] == std::max(number(i + 7, j + 15), 2.0) + 1);
        }
      }
    }
  }
}

TEST_CASE("reductions of a slice of which some sites have nothing") {
  for (const int sites : {5, 12, 19, 40}) {
    auto context = rt::Context::loopback(sites);
    context.plan_options().objective = "bytes";
    const rt::Array<double, 2> x = table(400, 6);
    rt::evaluate(x);
    CAPTURE(sites);
    const auto part = x(rt::slice(35, 395), rt::slice());
    const rt::Array<double, 1> sums = rt::sum(part, 0);
    const rt::Array<double, 1> least = rt::min(part - 100.0, 0);
    const rt::Array<double, 0> most = rt::max(part);
    rt::evaluate(sums, least, most);
    rt::test::require_exact_traffic(rt::report(sums));
    CHECK(rt::report(sums).bytes_sent().value < 35 * 6 * 8 * sites);
    double greatest = 0;
    for (std::int64_t j = 0; j < 6; ++j) {
      double sum = 0;
      double smallest = 1000;
      for (std::int64_t i = 35; i < 395; ++i) {
        sum += number(i, j);
        smallest = std::min(smallest, number(i, j) - 100);
        greatest = std::max(greatest, number(i, j));
      }
      CHECK(rt::to_vector(sums)[std::size_t(j)] == sum);
      CHECK(rt::to_vector(least)[std::size_t(j)] == smallest);
    }
    CHECK(most.item() == greatest);
  }
}

TEST_CASE("work on slices in place keeps within a cap on memory") {
  auto context = rt::Context::loopback(4);
  const rt::Array<double, 2> x = table(4000, 40);
  rt::evaluate(x);
  const auto make = [&] {
    const rt::Array<double, 2> y = rt::exp(x(rt::slice(500, 4000), rt::slice()) * -0.5);
    return rt::Array<double, 2>(rt::matmul(y, rt::matmul(rt::transpose(y), y)));
  };
  const rt::Array<double, 2> free = make();
  rt::evaluate(free);
  const std::int64_t peak = rt::report(free).plan.peak_memory.value;
  for (const std::int64_t percent : {100, 90, 80}) {
    context.plan_options().memory_per_rank = peak * percent / 100;
    const rt::Array<double, 2> capped = make();
    rt::evaluate(capped);
    CHECK(rt::report(capped).plan.peak_memory.value <= peak * percent / 100);
    CHECK(rt::allclose(capped, free));
  }
}

TEST_CASE("slices that few sites hold are cut evenly") {
  auto context = rt::Context::loopback(4);
  context.plan_options().objective = "bytes";
  const rt::Array<double, 2> x = table(4000, 40);
  rt::evaluate(x);
  const rt::Array<double, 2> y = 2.0 * x(rt::slice(0, 2000), rt::slice());
  rt::evaluate(y);
  for (int site = 0; site < 4; ++site) {
    const auto& boxes = rt::report(y).plan.values.back().placement.of(site);
    REQUIRE(boxes.size() == 1);
    CHECK(boxes[0].count() == 500 * 40);
  }
}

TEST_CASE("a stencil on rows sends its ghost rows and nothing else, step after step") {
  for (const int sites : {2, 3, 4, 8}) {
    auto context = rt::Context::loopback(sites);
    context.plan_options().objective = "bytes";
    const std::int64_t n = 240;
    rt::Array<double, 2> u = table(n, n);
    rt::evaluate(u);
    std::vector<double> expected = rt::to_vector(u);
    for (int step = 0; step < 4; ++step) {
      const auto at = [&](std::int64_t i, std::int64_t j) {
        return u(rt::slice(i, i + n - 2), rt::slice(j, j + n - 2));
      };
      rt::Array<double, 2> next = u;
      next(rt::slice(1, n - 1), rt::slice(1, n - 1)) =
          0.25 * (at(0, 1) + at(2, 1) + at(1, 0) + at(1, 2));
      CAPTURE(sites, step);
      CHECK(bytes_of(next) <= 2 * (sites - 1) * n * 8);
      std::vector<double> stepped = expected;
      const auto old = [&](std::int64_t i, std::int64_t j) {
        return expected[std::size_t(i * n + j)];
      };
      for (std::int64_t i = 1; i + 1 < n; ++i) {
        for (std::int64_t j = 1; j + 1 < n; ++j) {
          stepped[std::size_t(i * n + j)] =
              0.25 * (old(i - 1, j) + old(i + 1, j) + old(i, j - 1) + old(i, j + 1));
        }
      }
      expected = stepped;
      u = next;
    }
    const std::vector<double> found = rt::to_vector(u);
    for (std::size_t k = 0; k < found.size(); ++k) {
      REQUIRE(std::abs(found[k] - expected[k]) < 1e-12);
    }
  }
}

TEST_CASE(
    "programs that work on slices in place are followed by those whose slices begin elsewhere") {
  const std::int64_t rows = 400;
  const std::int64_t kept = 360;
  for (const int sites : {1, 2, 3, 5, 8, 19}) {
    auto context = rt::Context::loopback(sites);
    context.plan_options().objective = "bytes";
    const rt::Array<double, 2> x = table(rows, 6);
    rt::evaluate(x);
    const auto window = [&](std::int64_t i) { return x(rt::slice(i, i + kept), rt::slice()); };
    rt::test::Dice dice(3);
    CAPTURE(sites);
    for (int round = 0; round < 40; ++round) {
      const std::int64_t i = dice.between(0, 38);
      const std::int64_t j = i + 1;
      CAPTURE(i);
      const rt::Array<double, 2> y = 2.0 * window(i) + window(j);
      const rt::Array<double, 2> z = y(rt::slice(3, kept), rt::slice()) * 3.0;
      const rt::Array<double, 2> gram = rt::matmul(rt::transpose(window(i)), window(j));
      rt::evaluate(z, gram, y);
      rt::test::require_exact_traffic(rt::report(z));
      // A ghost row for each boundary, and the contributions.
      CHECK(rt::report(z).bytes_sent().value <= (sites - 1) * (6 + 2 * 36) * 8);
      const auto in_y = [&](std::int64_t r, std::int64_t c) {
        return 2 * number(i + r, c) + number(j + r, c);
      };
      const std::vector<double> found_y = rt::to_vector(y);
      const std::vector<double> found_z = rt::to_vector(z);
      for (std::int64_t r = 0; r < kept; ++r) {
        for (std::int64_t c = 0; c < 6; ++c) {
          REQUIRE(found_y[std::size_t(r * 6 + c)] == in_y(r, c));
          if (r >= 3) REQUIRE(found_z[std::size_t((r - 3) * 6 + c)] == 3 * in_y(r, c));
        }
      }
      const std::vector<double> found = rt::to_vector(gram);
      for (std::int64_t a = 0; a < 6; ++a) {
        for (std::int64_t b = 0; b < 6; ++b) {
          double sum = 0;
          for (std::int64_t r = 0; r < kept; ++r) sum += number(i + r, a) * number(j + r, b);
          REQUIRE(std::abs(found[std::size_t(a * 6 + b)] - sum) < 1e-9);
        }
      }
    }
    const auto count = [&](PlanHistory::How how) { return context.plan_history().count(how); };
    CHECK(count(PlanHistory::How::followed) >= 30);
  }
}

TEST_CASE("nothing is cheaper than the best plan of a program with slices, tried one by one") {
  rt::test::Dice dice(11);
  for (int program = 0; program < 80; ++program) {
    const int sites = static_cast<int>(dice.between(2, 5));
    const std::int64_t rows = dice.between(20, 60);
    const std::int64_t columns = dice.between(5, 30);
    const auto x = graphs::stored({rows, columns}, {{sites, program % 2}}, sites);
    const std::int64_t first = dice.between(0, 4);
    const std::int64_t kept = rows - first - dice.between(0, 4);
    const auto y = graphs::elementwise({x}, {graphs::from_row(first)}, {kept, columns});
    const auto z = graphs::elementwise({y, y}, {graphs::from_row(0), graphs::from_row(2)},
                                       {kept - 2, columns});
    const auto other = graphs::stored({kept - 2, columns}, {{sites, 0}}, sites);
    const std::vector<NodePtr> roots{program % 3 == 0   ? graphs::elementwise({z, other})
                                     : program % 3 == 1 ? graphs::einsum("ki,kj->ij", {z, other})
                                                        : graphs::einsum("ki,kj->ij", {z, z})};
    const Problem problem(roots, sites, bytes);
    CAPTURE(program, sites, rows, columns, first, kept);
    const Assignment best = best_plan(problem);
    const auto all = Exhaustive(problem).solve();
    REQUIRE(all);
    CHECK(best.price.cost == all->price.cost);
    CHECK(Emitter(problem, best, 1 << 30).emit(roots).traffic().total().value <=
          static_cast<std::int64_t>(best.price.cost));
  }
}

}  // namespace slices_in_place_test
