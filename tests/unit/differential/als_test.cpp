// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>

#include "support/against_reference.hpp"
#include "support/catch.hpp"
#include "support/traffic.hpp"

// Spartan's duplication, end to end: alternating least squares with a second copy of the ratings.
// tests/unit/planner/als_test.cpp has when it pays.

namespace relatile::als_test {
namespace {

constexpr int iterations = 3;

/// The factors of movies after some iterations. Whole numbers that stay small, so that sums are
/// exact: a stand-in for the solutions of the factors' equations.
auto solved(const Array<double, 3>& sums) {
  return minimum(maximum(sum(sums, axis(2)), -2.0), 2.0);
}
Array<double, 2> movies_of(const Array<double, 2>& ratings, std::int64_t factors) {
  Array<double, 2> movies = from_function(
      {ratings.shape()[1], factors},
      [](std::int64_t m, std::int64_t f) { return static_cast<double>((m * 5 + f) % 3 - 1); });
  for (int i = 0; i < iterations; ++i) {
    const Array<double, 2> users =
        solved(einsum<"um,mfg->ufg">(ratings, einsum<"mf,mg->mfg">(movies, movies)));
    movies = solved(einsum<"um,ufg->mfg">(ratings, einsum<"uf,ug->ufg">(users, users)));
  }
  return movies;
}

/// The exchanges of what is stored, and how many steps read what they brought.
struct Copies {
  int exchanges = 0;
  int readers = 0;
  std::string text;  ///< what explain says of them
  std::string readers_text;
};
Copies copies_of(const Array<double, 2>& x, const plan::Plan& plan) {
  Copies copies;
  for (const auto& step : plan.steps) {
    const tra::Node& node = *plan.nodes[static_cast<std::size_t>(step.node)];
    if (step.kind != plan::StepKind::exchange || !node.evaluated()) continue;
    if (!(node.type.extents == x.shape())) continue;
    ++copies.exchanges;
    copies.text += "R" + std::to_string(step.output) + " = shuf(";
    std::string readers;
    for (const auto& reader : plan.steps) {
      if (std::count(reader.inputs.begin(), reader.inputs.end(), step.output) == 0) continue;
      const char* link = ++copies.readers == 1 ? "" : copies.readers == iterations ? " and " : ", ";
      readers += link + ("R" + std::to_string(reader.output));
    }
    copies.readers_text = "second copy, read for " + readers + ",";
  }
  return copies;
}

TEST_CASE("ALS moves its ratings once and reads them both ways") {
  for (const int sites : {2, 3, 4, 7}) {
    Context context = Context::loopback(sites);
    context.plan_options().objective = "bytes";
    const Array<double, 2> ratings =
        placed(from_function({90, 80},
                             [](std::int64_t u, std::int64_t m) {
                               return static_cast<double>((u * 7 + m * 3) % 5 - 2);
                             }),
               split(0));
    evaluate(ratings);
    for (const std::int64_t factors : {2, 8}) {
      CAPTURE(sites, factors);
      const Array<double, 2> movies = movies_of(ratings, factors);
      test::require_reference(movies);
      const engine::Report& made = report(movies);
      test::require_exact_traffic(made);
      // Two factors are so little work that one of 7 sites may do all of it: to bring the ratings
      // there takes 49,280 bytes, to add up contributions to the products 77,440.
      const bool on_one_site = factors == 2 && sites == 7;
      const Copies copies = copies_of(ratings, made.plan);
      CHECK(copies.exchanges == (factors > 2 || on_one_site ? 1 : 0));
      CHECK(copies.readers == (on_one_site ? 2 * iterations : factors > 2 ? iterations : 0));
      if (sites != 4) continue;
      const std::string text = explain(movies, in_full);
      CAPTURE(text);
      CHECK((text.find("second copy") != text.npos) == (factors > 2));
      if (factors == 2) continue;
      CHECK(text.find(copies.text) != text.npos);
      CHECK(text.find(copies.readers_text) != text.npos);
    }
  }
}

}  // namespace
}  // namespace relatile::als_test
