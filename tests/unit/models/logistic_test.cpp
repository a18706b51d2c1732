// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <limits>
#include <string>

#include "support/model_data.hpp"

namespace logistic_test {

namespace rt = relatile;
using rt::test::ModelData;
using rt::test::require_close;

namespace {

/// The largest component of the gradient of mean loss + penalty / 2 |w|^2, in plain loops: `slope`
/// of eta and y is what a row's loss gives.
template <class Slope>
double gradient_norm(const ModelData& data, const std::vector<double>& y,
                     const std::vector<double>& w, double intercept, double penalty, Slope slope) {
  std::vector<double> gradient(w.size() + 1);
  for (std::int64_t i = 0; i < data.rows; ++i) {
    double eta = intercept;
    for (std::int64_t j = 0; j < data.columns; ++j) eta += data.at(i, j) * w[std::size_t(j)];
    const double r = slope(eta, y[std::size_t(i)]) / double(data.rows);
    for (std::int64_t j = 0; j < data.columns; ++j) gradient[std::size_t(j)] += r * data.at(i, j);
    gradient.back() += r;
  }
  double largest = std::abs(gradient.back());
  for (std::size_t j = 0; j < w.size(); ++j) {
    largest = std::max(largest, std::abs(gradient[j] + penalty * w[j]));
  }
  return largest;
}

double logistic_slope(double eta, double y) { return 1 / (1 + std::exp(-eta)) - y; }

std::vector<double> coins(const ModelData& data) {
  return data.targets(
      [](double eta, double u) { return u < 1 / (1 + std::exp(-eta)) ? 1.0 : 0.0; });
}
std::vector<double> thirds(const ModelData& data) {
  return data.targets([](double eta, double u) {
    return eta + 2 * u < 0.3 ? -4.0 : eta + 2 * u < 1.6 ? 2.0 : 9.0;
  });
}

}  // namespace

TEST_CASE("logistic regression of two classes is where the gradient vanishes, by every solver") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const ModelData data(211, 5, 1);
  const auto y = coins(data);
  const double C = 2;
  for (const std::string solver : {"newton", "irls", "lbfgs", "gradient descent"}) {
    for (const bool sparse : {false, true}) {
      INFO(solver << (sparse ? " sparse" : " dense"));
      const auto x = sparse ? rt::models::Features(data.sparse) : rt::models::Features(data.x);
      rt::models::LogisticRegression model(
          {.C = C, .max_iter = 500, .tol = 1e-8, .solver = solver});
      model.fit(x, data.array(y));
      CHECK(model.converged);
      CHECK(model.n_iter > 2);
      const auto w = rt::to_vector(model.coef);
      const double intercept = model.intercept(0).item();
      CHECK(gradient_norm(data, y, w, intercept, 1 / (C * 211), &logistic_slope) < 2e-8);
      CHECK(model.classes == std::vector<std::int64_t>{0, 1});
      const auto p = model.predict_proba(x);
      require_close(rt::sum(p, 1), rt::ones({211}), 1e-12);
      const auto guessed = rt::to_vector(model.predict(x));
      const auto of_one = rt::to_vector(p(rt::all_of_axis, 1));
      int right = 0;
      for (std::size_t i = 0; i < guessed.size(); ++i) {
        CHECK(guessed[i] == (of_one[i] > 0.5 ? 1 : 0));
        right += double(guessed[i]) == y[i] ? 1 : 0;
      }
      CHECK(model.score(x, data.array(y)) == Approx(right / 211.0));
    }
  }
}

TEST_CASE("stochastic descent comes near the minimum, on any number of sites the same way") {
  const auto coefficients = [](int sites) {
    auto context = rt::Context::loopback(sites);
    const ModelData data(600, 3, 2);
    const auto y = coins(data);
    rt::models::LogisticRegression exact({.tol = 1e-10, .solver = "newton"});
    rt::models::LogisticRegression model({.max_iter = 60,
                                          .tol = 1e-3,
                                          .solver = "sgd",
                                          .learning_rate = 0.5,
                                          .batch_size = 32,
                                          .seed = 3});
    exact.fit(data.x, data.array(y));
    model.fit(data.x, data.array(y));
    require_close(model.coef, exact.coef, 0.1);
    return rt::to_vector(model.coef);
  };
  const auto one = coefficients(1);
  const auto three = coefficients(3);
  for (std::size_t j = 0; j < one.size(); ++j) CHECK(one[j] == Approx(three[j]).margin(1e-10));
}

TEST_CASE("softmax regression is where the gradient vanishes, by every solver") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const ModelData data(151, 4, 3);
  const auto y = thirds(data);
  const double C = 0.7;
  for (const std::string solver : {"newton", "lbfgs", "gradient descent"}) {
    for (const bool sparse : {false, true}) {
      INFO(solver << (sparse ? " sparse" : " dense"));
      const auto x = sparse ? rt::models::Features(data.sparse) : rt::models::Features(data.x);
      rt::models::LogisticRegression model(
          {.C = C, .max_iter = 1000, .tol = 1e-8, .solver = solver});
      model.fit(x, data.array(y));
      CHECK(model.converged);
      REQUIRE(model.classes == std::vector<std::int64_t>{-4, 2, 9});
      const auto w = rt::to_vector(model.coef);
      const auto p = rt::to_vector(model.predict_proba(x));
      for (std::size_t k = 0; k < 3; ++k) {
        double beside = 0;
        std::vector<double> gradient(4);
        for (std::size_t i = 0; i < 151; ++i) {
          const double r = p[3 * i + k] - (y[i] == double(model.classes[k]) ? 1 : 0);
          beside += r / 151;
          for (std::size_t j = 0; j < 4; ++j) gradient[j] += r * data.numbers[4 * i + j] / 151;
        }
        CHECK(std::abs(beside) < 2e-8);
        for (std::size_t j = 0; j < 4; ++j) {
          CHECK(std::abs(gradient[j] + w[4 * k + j] / (C * 151)) < 2e-8);
        }
      }
      CHECK(model.score(x, data.array(y)) > 0.6);
    }
  }
}

TEST_CASE("regression of counts and of times") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4));
  const ModelData data(173, 3, 4);
  const double alpha = 0.2;
  const auto counts =
      data.targets([](double eta, double u) { return std::floor(2 * u * std::exp(0.5 * eta)); });
  const auto times = data.targets(
      [](double eta, double u) { return -std::log(1 - u) * std::exp(0.5 * eta) + 1e-3; });
  for (const std::string solver : {"newton", "irls", "lbfgs", "gradient descent"}) {
    for (const bool sparse : {false, true}) {
      INFO(solver << (sparse ? " sparse" : " dense"));
      const auto x = sparse ? rt::models::Features(data.sparse) : rt::models::Features(data.x);
      const auto check = [&](auto model, const std::vector<double>& y, auto slope) {
        model.fit(x, data.array(y));
        CHECK(model.converged);
        CHECK(gradient_norm(data, y, rt::to_vector(model.coef), model.intercept, alpha, slope) <
              2e-8);
        const double explained = model.score(x, data.array(y));
        CHECK(explained > 0.02);
        CHECK(explained < 1);
      };
      const rt::models::GeneralizedLinearOptions options{
          .alpha = alpha, .max_iter = 500, .tol = 1e-8, .solver = solver};
      check(rt::models::PoissonRegressor(options), counts,
            [](double eta, double y) { return std::exp(eta) - y; });
      check(rt::models::ExponentialRegression(options), times,
            [](double eta, double y) { return 1 - y * std::exp(-eta); });
    }
  }
  rt::models::PoissonRegressor model;
  CHECK_THROWS_AS(model.fit(data.x, data.array(counts) - 1.0), rt::Error);
  CHECK_THROWS_AS(rt::models::ExponentialRegression().fit(data.x, data.array(counts)), rt::Error);
}

TEST_CASE("support vectors are where the gradient vanishes") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const ModelData data(211, 5, 5);
  const auto y = coins(data);
  rt::models::LinearSVC model({.C = 0.5, .tol = 1e-10});
  model.fit(data.x, data.array(y));
  CHECK(model.converged);
  const auto w = rt::to_vector(model.coef);
  const double b = model.intercept(0).item();
  double largest = 0;
  double beside = b;
  std::vector<double> gradient = w;
  for (std::size_t i = 0; i < 211; ++i) {
    double eta = b;
    for (std::size_t j = 0; j < 5; ++j) eta += data.numbers[5 * i + j] * w[j];
    const double sign = y[i] > 0 ? 1 : -1;
    const double r = -sign * std::max(0.0, 1 - sign * eta);  // 2 C is 1
    for (std::size_t j = 0; j < 5; ++j) gradient[j] += r * data.numbers[5 * i + j];
    beside += r;
  }
  for (const double slope : gradient) largest = std::max(largest, std::abs(slope));
  CHECK(std::max(largest, std::abs(beside)) < 1e-7);
  const auto three = thirds(data);
  rt::models::LinearSVC of_three;
  CHECK(of_three.fit(data.sparse, data.array(three)).score(data.x, data.array(three)) > 0.6);
}

TEST_CASE("classes that a hyperplane separates have finite coefficients, and no infinite losses") {
  auto context = rt::Context::loopback(2);
  const ModelData data(50, 2, 6);
  const auto y = data.targets([](double eta, double) { return eta > 0.3 ? 1.0 : 0.0; });
  rt::models::LogisticRegression model({.C = 1e6, .tol = 1e-9, .solver = "newton"});
  model.fit(data.x, data.array(y));
  CHECK(model.converged);
  CHECK(model.score(data.x, data.array(y)) == 1);
}

TEST_CASE("labels and options that don't fit are refused, and what does not converge says so") {
  auto context = rt::Context::loopback(2);
  const ModelData data(30, 3, 7);
  const auto y = data.array(coins(data));
  rt::models::LogisticRegression model;
  CHECK_THROWS_AS(model.predict(data.x), rt::Error);
  CHECK_THROWS_AS(model.fit(data.x, y(rt::slice(1))), rt::ShapeMismatch);
  CHECK_THROWS_AS(model.fit(data.x, y + 0.5), rt::Error);
  CHECK_THROWS_AS(model.fit(data.x, 0.0 * y), rt::Error);
  CHECK_THROWS_AS(rt::models::LogisticRegression({.solver = "magic"}).fit(data.x, y), rt::Error);
  CHECK_THROWS_AS(rt::models::LogisticRegression({.C = 0}).fit(data.x, y), rt::Error);
  for (const std::string solver : {"newton", "lbfgs", "gradient descent", "sgd"}) {
    auto broken = data.x;
    broken(3, 1) = std::numeric_limits<double>::infinity();
    rt::models::LogisticRegression impatient({.max_iter = 1, .solver = solver, .batch_size = 8});
    CHECK_THROWS_AS(impatient.fit(broken, y), rt::Error);
    CHECK_FALSE(impatient.fit(data.x, y).converged);
  }
  // Labels of any whole numbers, far apart.
  const rt::Array<std::int64_t, 1> far =
      rt::where(y > 0.0, std::int64_t{1} << 40, std::int64_t{-3});
  model.fit(data.x, far);
  CHECK(model.classes == std::vector<std::int64_t>{-3, std::int64_t{1} << 40});
  rt::models::LogisticRegression near;
  near.fit(data.x, y);
  require_close(model.coef, near.coef, 1e-12);
}

}  // namespace logistic_test
