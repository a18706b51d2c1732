// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/random/more_distributions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <type_traits>
#include <vector>

#include "relatile/relatile.hpp"
#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace relatile::more_distributions_test {
namespace {

constexpr int many = 20000;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;

/// The largest distance of the share of values below x from `below(x)`, times the root of their
/// number: more than 1.95 happens once in a thousand times, if that is their distribution.
double kolmogorov(std::vector<double> values, const std::function<double(double)>& below) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double share = below(values[i]);
    largest = std::max({largest, share - double(i) / n, double(i + 1) / n - share});
  }
  return largest * std::sqrt(n);
}

template <class A>
void check_continuous(const A& array, const std::function<double(double)>& below) {
  const double distance = kolmogorov(to_vector(array), below);
  CAPTURE(array.node()->name, distance);
  CHECK(distance < 1.95);
}

/// Chi-square of how often every number came, against how likely it is; rare ones taken together.
template <class A>
void check_discrete(const A& array, const std::function<double(double)>& chance, double first = 0) {
  std::map<std::int64_t, double> seen;
  for (const std::int64_t k : to_vector(array)) ++seen[k];
  double sum = 0, cells = 0, rest_expected = many, rest_seen = many;
  for (auto k = static_cast<std::int64_t>(first); k < 100000; ++k) {
    const double expected = many * chance(static_cast<double>(k));
    if (expected < 8) {
      if (cells > 3) break;
      continue;
    }
    const double found = seen.count(k) != 0 ? seen[k] : 0;
    sum += (found - expected) * (found - expected) / expected;
    rest_expected -= expected;
    rest_seen -= found;
    ++cells;
  }
  if (rest_expected > 8) {
    sum += (rest_seen - rest_expected) * (rest_seen - rest_expected) / rest_expected;
    ++cells;
  }
  CAPTURE(array.node()->name, sum, cells, rest_expected, rest_seen);
  CHECK(cells >= 2);
  CHECK(sum < cells + 3.5 * std::sqrt(2 * cells));
}

/// The mean and the variance, within about four of their own standard deviations; `kurtosis` is the
/// fourth moment about the mean by the squared variance.
template <class A>
void check_moments(const A& array, double mean_, double variance_, double kurtosis) {
  double average = 0, variance = 0;
  const auto values = to_vector(array);
  for (const auto x : values) average += static_cast<double>(x) / many;
  for (const auto x : values) {
    variance += (static_cast<double>(x) - average) * (static_cast<double>(x) - average) / many;
  }
  CAPTURE(array.node()->name, average, mean_, variance, variance_);
  CHECK(std::abs(average - mean_) < 4 * std::sqrt(variance_ / many));
  CHECK(std::abs(variance - variance_) < 4 * variance_ * std::sqrt((kurtosis - 1) / many));
}

double normal_below(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

/// The integral of a density from a to x, by Simpson's rule.
double integral(double a, double x, const std::function<double(double)>& density) {
  constexpr int pieces = 200;
  const double width = (x - a) / pieces;
  double sum = 0;
  for (int i = 0; i < pieces; ++i) {
    const double left = a + i * width;
    sum += density(left) + 4 * density(left + width / 2) + density(left + width);
  }
  return sum * width / 6;
}

double choose(double n, double k) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1));
}

TEST_CASE("continuous distributions have the shares below x that their formulas say") {
  auto context = Context::loopback(1);
  random::seed(11);
  namespace r = random;
  const auto exponential = [](double x) { return -std::expm1(-x); };
  check_continuous(r::random({many}), [](double x) { return x; });
  check_continuous(r::standard_normal({many}), normal_below);
  check_continuous(r::standard_exponential({many}), exponential);
  check_continuous(r::exponential(2.5, {many}), [&](double x) { return exponential(x / 2.5); });
  check_continuous(r::exponential({many}), exponential);
  check_continuous(r::standard_gamma(1, {many}), exponential);
  check_continuous(r::gamma(3, 2, {many}), [](double x) {
    const double y = x / 2;
    return 1 - std::exp(-y) * (1 + y + y * y / 2);
  });
  check_continuous(r::standard_gamma(0.5, {many}), [](double x) { return std::erf(std::sqrt(x)); });
  check_continuous(r::chisquare(4, {many}),
                   [](double x) { return 1 - std::exp(-x / 2) * (1 + x / 2); });
  check_continuous(r::beta(2, 3, {many}), [](double x) { return x * x * (6 - 8 * x + 3 * x * x); });
  check_continuous(r::beta(0.5, 0.5, {many}),
                   [](double x) { return 2 / pi * std::asin(std::sqrt(x)); });
  check_continuous(r::f(2, 5, {many}), [](double x) { return 1 - std::pow(1 + x * 0.4, -2.5); });
  check_continuous(r::standard_t(2, {many}),
                   [](double x) { return 0.5 + x / (2 * std::sqrt(2 + x * x)); });
  check_continuous(r::standard_cauchy({many}), [](double x) { return 0.5 + std::atan(x) / pi; });
  check_continuous(r::laplace(1, 2, {many}), [](double x) {
    const double tail = std::exp(-std::abs(x - 1) / 2) / 2;
    return x < 1 ? tail : 1 - tail;
  });
  check_continuous(r::logistic(1, 2, {many}),
                   [](double x) { return 1 / (1 + std::exp(-(x - 1) / 2)); });
  check_continuous(r::gumbel(1, 2, {many}),
                   [](double x) { return std::exp(-std::exp(-(x - 1) / 2)); });
  check_continuous(r::lognormal(0.5, 0.25, {many}),
                   [](double x) { return normal_below((std::log(x) - 0.5) / 0.25); });
  check_continuous(r::weibull(1.5, {many}),
                   [&](double x) { return exponential(std::pow(x, 1.5)); });
  check_continuous(r::rayleigh(3, {many}), [&](double x) { return exponential(x * x / 18); });
  check_continuous(r::pareto(2.5, {many}), [](double x) { return 1 - std::pow(1 + x, -2.5); });
  check_continuous(r::power(2.5, {many}), [](double x) { return std::pow(x, 2.5); });
  check_continuous(r::triangular(-1, 0, 3, {many}), [](double x) {
    return x < 0 ? (x + 1) * (x + 1) / 4 : 1 - (3 - x) * (3 - x) / 12;
  });
  for (const double kappa : {1e-9, 0.8, 20.0}) {
    const auto density = [kappa](double x) { return std::exp(kappa * (std::cos(x) - 1)); };
    const double whole = integral(-pi, pi, density);
    check_continuous(r::vonmises(0, kappa, {many}),
                     [&](double x) { return integral(-pi, x, density) / whole; });
  }
  check_continuous(r::vonmises(0.5, 4e6, {many}),
                   [](double x) { return normal_below((x - 0.5) * 2000); });
  check_continuous(r::wald(2, 3, {many}), [](double x) {
    const double root = std::sqrt(3 / x);
    return normal_below(root * (x / 2 - 1)) + std::exp(3.0) * normal_below(-root * (x / 2 + 1));
  });
  check_continuous(r::noncentral_chisquare(1, 2, {many}), [](double x) {
    return normal_below(std::sqrt(x) - std::sqrt(2.0)) -
           normal_below(-std::sqrt(x) - std::sqrt(2.0));
  });
}

TEST_CASE("discrete distributions have the chances that their formulas say") {
  auto context = Context::loopback(1);
  random::seed(12);
  namespace r = random;
  for (const double lam : {0.7, 9.5, 10.5, 60.0}) {
    check_discrete(r::poisson(lam, {many}), [lam](double k) {
      return std::exp(k * std::log(lam) - lam - std::lgamma(k + 1));
    });
  }
  const std::pair<double, double> trials[] = {
      {7, 0.3}, {40, 0.1}, {50, 0.5}, {300, 0.85}, {9, 0.9}};
  for (const auto& [n, p] : trials) {
    check_discrete(r::binomial(n, p, {many}), [n = n, p = p](double k) {
      return k > n ? 0 : choose(n, k) * std::pow(p, k) * std::pow(1 - p, n - k);
    });
  }
  check_discrete(
      r::geometric(0.2, {many}), [](double k) { return 0.2 * std::pow(0.8, k - 1); }, 1);
  check_discrete(r::negative_binomial(2.5, 0.3, {many}), [](double k) {
    return std::exp(std::lgamma(k + 2.5) - std::lgamma(2.5) - std::lgamma(k + 1)) *
           std::pow(0.3, 2.5) * std::pow(0.7, k);
  });
  const double urns[][3] = {{8, 20, 6}, {30, 50, 40}, {70, 20, 30}, {60, 40, 85}, {5, 3, 8}};
  for (const auto& [good, bad, sample] : urns) {
    if (sample == good + bad) {
      CHECK(to_vector(r::hypergeometric(good, bad, sample, {3})) ==
            std::vector<std::int64_t>(3, std::int64_t(good)));
      continue;
    }
    check_discrete(r::hypergeometric(good, bad, sample, {many}),
                   [good = good, bad = bad, sample = sample](double k) {
                     if (k > good || k > sample || sample - k > bad) return 0.0;
                     return choose(good, k) * choose(bad, sample - k) / choose(good + bad, sample);
                   });
  }
  check_discrete(
      r::logseries(0.7, {many}), [](double k) { return std::pow(0.7, k) / k / -std::log(0.3); }, 1);
  check_discrete(
      r::zipf(3, {many}), [](double k) { return 1 / (k * k * k * 1.2020569031595943); }, 1);
}

TEST_CASE("moments of what has no short formula, and of large parameters") {
  auto context = Context::loopback(1);
  random::seed(13);
  namespace r = random;
  check_moments(r::noncentral_chisquare(3, 5, {many}), 8, 26, 3 + 12 * (3 + 4 * 5.0) / (13 * 13));
  check_moments(r::standard_gamma(4000, {many}), 4000, 4000, 3);
  check_moments(r::beta(1e-3, 1e-3, {many}), 0.5, 0.25 / 1.002, 1.01);
  check_moments(r::poisson(1e9, {many}), 1e9, 1e9, 3);
  check_moments(r::binomial(1e12, 0.25, {many}), 0.25e12, 0.1875e12, 3);
  check_moments(r::binomial(1e12, 1e-12, {many}), 1, 1, 4);
  check_moments(r::hypergeometric(4e8, 5e8, 1e6, {many}), 1e6 * 4 / 9,
                1e6 * 20 / 81 * (9e8 - 1e6) / 9e8, 3);
}

TEST_CASE("values depend on the index alone: any number of sites, any placement, any part") {
  std::vector<double> gamma;
  std::vector<std::int64_t> poisson;
  for (const int sites : {1, 2, 3, 4, 7}) {
    auto context = Context::loopback(sites);
    random::seed(7);
    const auto g = random::gamma(0.3, 2, {31, 50});
    const auto p = random::poisson(12, {4, 5, 60});
    if (sites == 1) {
      gamma = to_vector(g);
      poisson = to_vector(p);
    }
    CHECK(to_vector(placed(g, split(1))) == gamma);
    CHECK(to_vector(placed(p, split(2))) == poisson);
    const auto part = random::gamma(0.3, 2, {31, 50}, random::Seed{3});
    const auto whole = random::gamma(0.3, 2, {31, 50}, random::Seed{3});
    CHECK(to_vector(transpose(part)(slice(3, 40, 5), -1)) ==
          to_vector(as_array(whole)(-1, slice(3, 40, 5))));
    test::require_reference(sum(random::binomial(100, 0.4, {20, 30})));
  }
}

TEST_CASE("element types, shapes and seeds") {
  auto context = Context::loopback(2);
  const random::Seed one{1};
  const auto x = random::exponential<float>(2, {3, 4}, one);
  static_assert(std::is_same_v<decltype(x), const Array<float, 2>>);
  const auto y = to_vector(random::exponential<double, 2>(2, Extents{3, 4}, one));
  const auto narrow = to_vector(x);
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(narrow[i] == static_cast<float>(y[i]));
  static_assert(std::is_same_v<decltype(random::poisson(3, {2})), Array<std::int64_t, 1>>);
  CHECK(to_vector(random::poisson({50}, one)) == to_vector(random::poisson(1, {50}, one)));
  CHECK(to_vector(random::zipf(2, {0, 3})).empty());
  CHECK(to_vector(random::binomial(5, 0, {4})) == std::vector<std::int64_t>(4, 0));
  CHECK(to_vector(random::binomial(5, 1, {4})) == std::vector<std::int64_t>(4, 5));
  CHECK(to_vector(random::geometric(1, {4})) == std::vector<std::int64_t>(4, 1));
  CHECK(to_vector(random::poisson(0, {4})) == std::vector<std::int64_t>(4, 0));
  CHECK(to_vector(random::gamma(0, 1, {4})) == std::vector<double>(4, 0));
}

TEST_CASE("parameters that a distribution can't have are refused in words") {
  auto context = Context::loopback(1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(random::exponential(-1, {3}), ShapeMismatch);
  CHECK_THROWS_AS(random::beta(0, 1, {3}), ShapeMismatch);
  CHECK_THROWS_AS(random::binomial(2.5, 0.5, {3}), ShapeMismatch);
  CHECK_THROWS_AS(random::binomial(2, 1.5, {3}), ShapeMismatch);
  CHECK_THROWS_AS(random::poisson(nan, {3}), ShapeMismatch);
  CHECK_THROWS_AS(random::poisson(infinity, {3}), ShapeMismatch);
  CHECK_THROWS_AS(random::hypergeometric(3, 4, 8, {3}), ShapeMismatch);
  CHECK_THROWS_AS(random::zipf(1, {3}), ShapeMismatch);
  CHECK_THROWS_AS(random::triangular(1, 0, 2, {3}), ShapeMismatch);
  CHECK_THROWS_WITH(random::gamma(-1, 2, {3}),
                    "relatile: random::gamma -1 2: shape and scale must not be negative");
}

TEST_CASE("extreme parameters end, and are refused where they are no numbers") {
  auto context = Context::loopback(2);
  for (const double a : {1025.0, 2000.0, 1e300}) {
    CHECK(to_vector(random::zipf(a, {50})) == std::vector<std::int64_t>(50, 1));
  }
  for (const double a : {1 + 1e-10, 1.000001, 1.001}) {
    for (const std::int64_t x : to_vector(random::zipf(a, {200}))) CHECK(x >= 1);
  }
  CHECK_THROWS(random::gamma(infinity, 1.0, {3}));
  CHECK_THROWS(random::standard_t(infinity, {3}));
  CHECK_THROWS(random::zipf(infinity, {3}));
  for (const std::int64_t x : to_vector(random::geometric(1e-300, {50}))) CHECK(x >= 1);
  for (const std::int64_t x : to_vector(random::negative_binomial(1e-3, 5e-324, {50}))) {
    CHECK(x >= 0);
  }
  for (const float x : to_vector(random::random<float>({100'000}))) REQUIRE(x < 1.0F);
}

}  // namespace
}  // namespace relatile::more_distributions_test
