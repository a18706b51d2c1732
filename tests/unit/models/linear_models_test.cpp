// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <limits>

#include "support/model_data.hpp"

namespace linear_models_test {

namespace rt = relatile;
using rt::test::ModelData;
using rt::test::require_close;

namespace {

std::vector<double> noisy(const ModelData& data) {
  return data.targets([](double eta, double u) { return 5 + eta + 0.3 * (u - 0.5); });
}

/// What is missed, and its products with each column, in plain loops.
struct Missed {
  double sum = 0;
  double squares = 0;
  std::vector<double> with_x;
};
Missed missed(const ModelData& data, const std::vector<double>& y, const std::vector<double>& w,
              double intercept) {
  Missed found;
  found.with_x.assign(w.size(), 0);
  for (std::int64_t i = 0; i < data.rows; ++i) {
    double r = y[std::size_t(i)] - intercept;
    for (std::int64_t j = 0; j < data.columns; ++j) r -= data.at(i, j) * w[std::size_t(j)];
    found.sum += r;
    found.squares += r * r;
    for (std::int64_t j = 0; j < data.columns; ++j)
      found.with_x[std::size_t(j)] += r * data.at(i, j);
  }
  return found;
}

}  // namespace

TEST_CASE("least squares leave nothing that a column could explain") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const ModelData data(101, 6, 1);
  const auto y = noisy(data);
  const bool sparse = GENERATE(false, true);
  const auto x = sparse ? rt::models::Features(data.sparse) : rt::models::Features(data.x);
  rt::models::LinearRegression model;
  model.fit(x, data.array(y));
  const auto left = missed(data, y, rt::to_vector(model.coef), model.intercept);
  CHECK(std::abs(left.sum) < 1e-11);
  for (const double product : left.with_x) CHECK(std::abs(product) < 1e-11);
  CHECK(model.score(x, data.array(y)) > 0.99);

  rt::models::LinearRegression through_zero({.fit_intercept = false});
  through_zero.fit(x, data.array(y));
  CHECK(through_zero.intercept == 0);
  const auto without = missed(data, y, rt::to_vector(through_zero.coef), 0);
  for (const double product : without.with_x) CHECK(std::abs(product) < 1e-11);
  CHECK(without.squares > left.squares);
}

TEST_CASE("columns that depend on each other have the coefficients of least norm") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const ModelData data(40, 3, 2);
  const auto y = noisy(data);
  const rt::Array<double, 2> twice = rt::concatenate({data.x, data.x}, 1);
  rt::models::LinearRegression once, both;
  once.fit(data.x, data.array(y));
  both.fit(twice, data.array(y));
  require_close(both.coef(rt::slice(0, 3)), both.coef(rt::slice(3)), 1e-10);
  require_close(2.0 * both.coef(rt::slice(0, 3)), once.coef, 1e-10);
}

TEST_CASE("columns far from 0 lose no digits") {
  auto context = rt::Context::loopback(2);
  const ModelData data(200, 4, 3);
  const auto y = data.eta;
  rt::models::LinearRegression near, far;
  near.fit(data.x, data.array(y));
  far.fit(data.x + 1e5, data.array(y));
  require_close(near.coef, far.coef, 1e-9);
}

TEST_CASE("ridge regression is where the gradient vanishes") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const ModelData data(97, 5, 4);
  const auto y = noisy(data);
  const double alpha = 3.5;
  for (const bool sparse : {false, true}) {
    const auto x = sparse ? rt::models::Features(data.sparse) : rt::models::Features(data.x);
    rt::models::Ridge model({.alpha = alpha});
    const auto w = rt::to_vector(model.fit(x, data.array(y)).coef);
    const auto left = missed(data, y, w, model.intercept);
    CHECK(std::abs(left.sum) < 1e-10);
    for (std::size_t j = 0; j < w.size(); ++j) {
      CHECK(std::abs(left.with_x[j] - alpha * w[j]) < 1e-10);
    }
  }
}

TEST_CASE("the lasso and the elastic net meet the conditions of a minimum") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const ModelData data(150, 8, 5);
  const auto y = noisy(data);
  const double ratio = GENERATE(1.0, 0.4, 0.0);
  const double alpha = 0.3;
  const double n = double(data.rows);
  rt::models::ElasticNet model(
      {.alpha = alpha, .l1_ratio = ratio, .max_iter = 10'000, .tol = 1e-14});
  model.fit(data.x, data.array(y));
  CHECK(model.converged);
  const auto w = rt::to_vector(model.coef);
  const auto left = missed(data, y, w, model.intercept);
  for (std::size_t j = 0; j < w.size(); ++j) {
    const double slope = left.with_x[j] / n - alpha * (1 - ratio) * w[j];
    if (w[j] == 0) {
      CHECK(std::abs(slope) <= alpha * ratio + 1e-6);
    } else {
      CHECK(slope == Approx(std::copysign(alpha * ratio, w[j])).margin(1e-6));
    }
  }
  if (ratio == 1) {
    CHECK(std::count(w.begin(), w.end(), 0.0) > 0);
    rt::models::Lasso lasso({.alpha = alpha, .max_iter = 10'000, .tol = 1e-14});
    require_close(lasso.fit(data.sparse, data.array(y)).coef, model.coef, 1e-7);
  }
  rt::models::ElasticNet hurried({.alpha = 1e-3, .max_iter = 1, .tol = 1e-14});
  CHECK_FALSE(hurried.fit(data.x, data.array(y)).converged);
}

TEST_CASE("an alpha that is refused is told in all its digits") {
  auto context = rt::Context::loopback(1);
  const rt::Array<double, 2> x = rt::ones({3, 2});
  const rt::Array<double, 1> y = rt::ones({3});
  rt::models::Ridge ridge({.alpha = -1e-9});
  CHECK_THROWS_WITH(ridge.fit(x, y), Catch::Matchers::ContainsSubstring("alpha is -1e-09"));
  rt::models::Lasso lasso({.alpha = -2e300});
  CHECK_THROWS_WITH(lasso.fit(x, y), Catch::Matchers::ContainsSubstring("alpha is -2e+300"));
}

TEST_CASE("what can't be fitted is refused") {
  auto context = rt::Context::loopback(2);
  const ModelData data(20, 3, 6);
  const auto y = data.array(data.eta);
  rt::models::Ridge model;
  CHECK_THROWS_AS(model.predict(data.x), rt::Error);
  CHECK_THROWS_AS(model.fit(data.x, y(rt::slice(1))), rt::ShapeMismatch);
  CHECK_THROWS_AS(model.fit(rt::zeros({0, 3}), rt::zeros({0})), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::models::Ridge({.alpha = -1}).fit(data.x, y), rt::Error);
  auto broken = data.x;
  broken(3, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(model.fit(broken, y), rt::Error);
  const auto named = Catch::Matchers::ContainsSubstring("relatile: Lasso: ");
  CHECK_THROWS_WITH(rt::models::Lasso().fit(broken, y), named);
  CHECK_THROWS_WITH(rt::models::Lasso({.alpha = -1}).fit(data.x, y), named);
  model.fit(data.x, y);
  CHECK_THROWS_AS(model.predict(data.x(rt::all_of_axis, rt::slice(1))), rt::ShapeMismatch);
}

TEST_CASE("columns that nearly depend on each other keep their coefficients") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const bool centred = GENERATE(true, false);
  const std::int64_t rows = GENERATE(50, 2000);
  // They differ by a ten millionth, which the products of columns do not show.
  const rt::Array<double, 1> first = rt::arange(double(rows)) / double(rows);
  const rt::Array<double, 1> other = rt::random::normal<double>({rows}, rt::random::Seed{5});
  const rt::Array<double, 1> second = first + 1e-7 * other;
  const rt::Array<double, 1> flat = rt::full({rows}, 7.0);
  const rt::Array<double, 2> x = rt::stack({first, second, 3.0 * first, flat}, 1);
  const double intercept = centred ? 5 : 0;
  const rt::Array<double, 1> y = 2.0 * first - 1.0 * second + intercept;
  rt::models::LinearRegression model({.fit_intercept = centred});
  const auto w = rt::to_vector(model.fit(x, y).coef);
  // What the first and the third column share is in proportion to them.
  CHECK(w.at(0) == Approx(0.2).epsilon(1e-6));
  CHECK(w.at(1) == Approx(-1).epsilon(1e-6));
  CHECK(w.at(2) == Approx(0.6).epsilon(1e-6));
  CHECK(std::abs(w.at(3)) < 1e-8);
  CHECK(model.intercept == Approx(intercept).margin(1e-8));
  // One column in other units, both far from zero: they differ by rounding, of which nothing is
  // made.
  const rt::Array<double, 1> far = 1e5 + first;
  const rt::Array<double, 2> units = rt::stack({far, rt::as_array(1.8 * far + 32.0)}, 1);
  rt::models::LinearRegression of_units;
  of_units.fit(units, first + other);
  CHECK(rt::max(rt::abs(of_units.coef)).item() < 10);
  rt::models::Ridge ridge({.alpha = 1e-17 * double(rows), .fit_intercept = centred});
  CHECK(rt::to_vector(ridge.fit(x, y).coef).at(1) == Approx(-1).epsilon(0.1));
}

TEST_CASE("least squares are as exact as columns that are nearly the same allow") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const bool centred = GENERATE(true, false);
  const rt::Array<double, 1> i = rt::arange<double>(60);
  const rt::Array<double, 1> first = rt::sin(1.7 * i), third = rt::sin(0.37 * i + 2.0);
  for (const double apart : {0x1p-14, 0x1p-17, 0x1p-20, 0x1p-22, 0x1p-23, 0x1p-24, 0x1p-25}) {
    const rt::Array<double, 1> second = first + apart * rt::sin(2.9 * i + 1.0);
    const rt::Array<double, 2> x = rt::stack({first, second, third}, 1);
    // Nothing is rounded in y, so that the coefficients are exactly those.
    const rt::Array<double, 1> y = (second - first) / apart;
    const auto check = [&](auto model) {
      const auto w = rt::to_vector(model.coef);
      // As wrong as their condition says, and a hundred times more would be.
      const double tolerance = 100 * std::numeric_limits<double>::epsilon() / apart;
      INFO("apart " << apart << ": " << w[0] << ", " << w[1] << ", " << w[2]);
      CHECK(w[0] * apart == Approx(-1).epsilon(tolerance));
      CHECK(w[1] * apart == Approx(1).epsilon(tolerance));
      CHECK(std::abs(w[2] * apart) < tolerance);
    };
    const rt::Array<double, 1> weights = 1.0 + rt::square(rt::sin(3.3 * i));
    rt::models::LinearRegression model({.fit_intercept = centred});
    check(model.fit(x, y));
    check(model.fit(x, y, weights));
    if (apart >= 0x1p-23) check(model.fit(rt::to_sparse(x), y));
    rt::models::Ridge ridge({.alpha = 1e-26, .fit_intercept = centred});
    check(ridge.fit(x, y));
    check(ridge.fit(x, y, weights));
  }
}

}  // namespace linear_models_test
