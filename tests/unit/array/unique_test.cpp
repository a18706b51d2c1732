// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Different elements, what is counted of them, and what is counted between edges by weights.

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <relatile/relatile.hpp>
#include <vector>

#include "support/catch.hpp"

namespace unique_test {

namespace rt = relatile;
using Numbers = std::vector<std::int64_t>;

TEST_CASE("different elements have counts, places and first places") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 5));
  const auto x = rt::array({{3, 1, 3}, {-7, 1, 3}});
  const auto all = rt::unique_all(x);
  CHECK(rt::to_vector(all.values) == std::vector<int>{-7, 1, 3});
  CHECK(rt::to_vector(all.indices) == Numbers{3, 1, 0});
  CHECK(rt::to_vector(all.counts) == Numbers{1, 2, 3});
  CHECK(all.inverse_indices.shape() == x.shape());
  CHECK(rt::to_vector(rt::take(all.values, all.inverse_indices)) == rt::to_vector(x));
  const auto [values, counts] = rt::unique_counts(x);
  CHECK(rt::to_vector(values) == std::vector<int>{-7, 1, 3});
  CHECK(rt::to_vector(counts) == Numbers{1, 2, 3});
  CHECK(rt::to_vector(rt::unique_inverse(x).inverse_indices) == Numbers{2, 1, 2, 0, 1, 2});
  CHECK(rt::to_vector(rt::unique_values(x)) == std::vector<int>{-7, 1, 3});
}

TEST_CASE("NaN is one element, and nothing has none") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto x = rt::array({nan, 2.0, nan, 1.0, 2.0});
  const auto all = rt::unique_all(x);
  CHECK(all.values.size() == 3);
  CHECK(rt::to_vector(all.counts) == Numbers{1, 2, 2});
  CHECK(rt::to_vector(all.indices) == Numbers{3, 1, 0});
  CHECK(rt::to_vector(all.inverse_indices) == Numbers{2, 1, 2, 0, 1});
  const auto [none, counts] = rt::unique_counts(rt::zeros({0}));
  CHECK(none.size() == 0);
  CHECK(counts.size() == 0);
  CHECK(rt::unique_all(rt::zeros({0, 3})).inverse_indices.shape() == rt::Extents{0, 3});
}

TEST_CASE("counts of long vectors, which all sites sort") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto x = rt::arange<std::int64_t>(300'000) % 1000;
  const auto all = rt::unique_all(x);
  CHECK(bool(rt::all(all.counts == 300)));
  CHECK(bool(rt::array_equal(all.indices, rt::arange<std::int64_t>(1000))));
  CHECK(bool(rt::array_equal(all.inverse_indices, x)));
}

TEST_CASE("histograms by weights, and their densities, are NumPy's") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto x = rt::array({1.0, 2.0, 1.0, 4.0, 9.0});
  const auto weights = rt::array({0.5, 1.0, 2.0, 1.0, 7.0});
  using Counts = std::vector<double>;
  // numpy.histogram([1, 2, 1, 4, 9], [1, 2, 5, 9], weights=...), and with density=True
  const auto edges = rt::array({1, 2, 5, 9});
  CHECK(rt::to_vector(rt::histogram(x, edges, {.weights = weights}).counts) == Counts{2.5, 2, 7});
  CHECK(rt::to_vector(rt::histogram(x, edges, {.density = true}).counts) ==
        Counts{2.0 / 5, 2.0 / 15, 1.0 / 20});
  const auto both = rt::histogram(x, 2, 1, 5, {.density = true, .weights = weights});
  CHECK(rt::to_vector(both.counts) == Counts{3.5 / (4.5 * 2), 1 / (4.5 * 2)});
  CHECK(rt::to_vector(both.edges) == Counts{1, 3, 5});
  const auto whole = rt::histogram(x, 4, {.density = true});
  CHECK(rt::item(rt::sum(whole.counts * rt::diff(whole.edges))) == Approx(1));
  CHECK(rt::to_vector(rt::histogram(x, 4, {}).counts) == Counts{3, 1, 0, 1});
  CHECK(rt::to_vector(rt::histogram(x, 4, {}, {.density = true}).counts) ==
        rt::to_vector(whole.counts));
  CHECK(rt::to_vector(
            rt::histogram(x, 2, {.range = {{1, 5}}, .density = true, .weights = weights}).counts) ==
        rt::to_vector(both.counts));
  const int low = 1;
  CHECK(rt::to_vector(rt::histogram(x, 2, {low, 5.0}, {.weights = weights}).edges) ==
        Counts{1, 3, 5});
  REQUIRE_THROWS_AS(rt::histogram(x, 2, {5, 1}), rt::ShapeMismatch);
  const rt::Array<double, 2> table = rt::reshape(rt::arange(6.0), {2, 3});
  CHECK(rt::to_vector(rt::histogram(table, 2, {.weights = table > 1.0}).counts) == Counts{1, 3});
  REQUIRE_THROWS_AS(rt::histogram(x, 2, {.weights = table}), rt::ShapeMismatch);
}

}  // namespace unique_test
