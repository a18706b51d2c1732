// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <relatile/relatile.hpp>

#include "support/catch.hpp"

namespace rows_test {

using namespace relatile;

namespace {
constexpr std::int64_t many = 40'000;
/// Six standard deviations of a mean of `many` numbers of this variance.
double most_off(double variance) { return 6 * std::sqrt(variance / double(many)); }
}  // namespace

TEST_CASE("normal rows have the mean and the covariance that they are asked for") {
  auto context = Context::loopback(2);
  random::seed(5);
  const std::vector<std::vector<double>> covariance{{2, 0.5, 0}, {0.5, 1, -0.3}, {0, -0.3, 0.25}};
  const std::vector<double> centre{1, -2, 0};
  const auto x = random::multivariate_normal(centre, covariance, many);
  evaluate(x);
  const auto means = to_vector(mean(x, 0));
  const auto found = to_vector(cov(transpose(x)));
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::abs(means[i] - centre[i]) < most_off(covariance[i][i]));
    for (std::size_t j = 0; j < 3; ++j) {
      const double variance =
          covariance[i][i] * covariance[j][j] + covariance[i][j] * covariance[i][j];
      CHECK(std::abs(found[3 * i + j] - covariance[i][j]) < most_off(variance));
    }
  }
  // Of a singular covariance one column is another one.
  const auto y = random::multivariate_normal({0, 0}, {{1, 2}, {2, 4}}, 100);
  CHECK(bool(allclose(y(all_of_axis, 1), 2.0 * y(all_of_axis, 0))));
  CHECK_THROWS_AS(random::multivariate_normal({0, 0}, {{1, 2}, {2, 1}}, 1), ShapeMismatch);
  CHECK_THROWS_AS(random::multivariate_normal({0, 0}, {{1, 2}, {0, 4}}, 1), ShapeMismatch);
  CHECK_THROWS_AS(random::multivariate_normal({0}, {{1, 2}, {2, 4}}, 1), ShapeMismatch);
}

TEST_CASE("balls drawn without replacement: so many in every row, and of each colour its share") {
  std::vector<std::int64_t> before;
  for (const int sites : {1, 3}) {
    auto context = Context::loopback(sites);
    random::seed(6);
    const auto x = random::multivariate_hypergeometric({10, 0, 25, 5}, 12, many);
    evaluate(x);
    CHECK(bool(all(sum(x, 1) == 12)));
    CHECK(bool(all(x >= 0)));
    CHECK(bool(all(x <= from_span(std::vector<std::int64_t>{10, 0, 25, 5}, {4}))));
    const auto means = to_vector(mean(x, 0));
    const auto variances = to_vector(var(x, 0));
    const double share[] = {0.25, 0, 0.625, 0.125};
    for (std::size_t k = 0; k < 4; ++k) {
      const double variance = 12 * share[k] * (1 - share[k]) * 28 / 39;
      CHECK(std::abs(means[k] - 12 * share[k]) <= most_off(variance));
      CHECK(std::abs(variances[k] - variance) <= most_off(3 * variance * variance));
    }
    const auto all_rows = to_vector(x);
    if (sites > 1) CHECK(all_rows == before);
    before = all_rows;
    CHECK_THROWS_AS(random::multivariate_hypergeometric({1, 2}, 4, 1), ShapeMismatch);
    CHECK_THROWS_AS(random::multivariate_hypergeometric({1, -2}, 0, 1), ShapeMismatch);
  }
}

TEST_CASE("permuted lines have the elements that they had, each line in its own order") {
  auto context = Context::loopback(3);
  random::seed(7);
  const Array<std::int64_t, 2> x = reshape(arange<std::int64_t>(60), {6, 10});
  const auto rows = random::permuted(x, 1);
  evaluate(rows);
  CHECK(bool(array_equal(sort(rows, 1), x)));
  CHECK(!bool(array_equal(rows, x)));
  CHECK(!bool(array_equal(rows(0, all_of_axis), rows(1, all_of_axis) - std::int64_t{10})));
  const auto everything = random::permuted(x);
  CHECK(bool(array_equal(sort(ravel(everything)), ravel(x))));
  CHECK(random::bytes(16).shape() == Extents{16});
}

TEST_CASE("noncentral F has the moments of its formula") {
  auto context = Context::loopback(2);
  random::seed(8);
  const auto x = random::noncentral_f(5, 20, 3, {many});
  const double mean_of = 20.0 * (5 + 3) / (5 * 18.0);
  const double variance = 2 * ((8.0 * 8 + (5 + 6) * 18.0) / (18.0 * 18 * 16)) * 16;  // (d2/d1)^2
  CHECK(std::abs(mean(x).item() - mean_of) < most_off(variance));
  CHECK(std::abs(var(x).item() / variance - 1) < 0.15);
  CHECK_THROWS_AS(random::noncentral_f(0, 20, 3, {1}), ShapeMismatch);
}

}  // namespace rows_test
