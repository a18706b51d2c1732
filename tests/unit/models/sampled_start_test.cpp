// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <string>
#include <vector>

#include "support/model_data.hpp"

// Models of linear predictors begin where a seventeenth of many rows ends; where they end does not
// depend on what these say.

namespace sampled_start_test {

namespace rt = relatile;
using rt::test::ModelData;

namespace {

/// The largest component of the gradient of the mean of losses, by weights of rows, and penalty / 2
/// |w|^2, in plain loops: `slope` of eta and y is what a row's loss gives.
template <class Slope>
double gradient_norm(const std::vector<double>& x, const std::vector<double>& y,
                     const std::vector<double>& weights, const std::vector<double>& w,
                     double intercept, double penalty, Slope slope) {
  const std::size_t d = w.size();
  std::vector<double> gradient(d + 1);
  double total = 0;
  for (const double weight : weights) total += weight;
  for (std::size_t i = 0; i < y.size(); ++i) {
    double eta = intercept;
    for (std::size_t j = 0; j < d; ++j) eta += x[i * d + j] * w[j];
    const double r = weights[i] * slope(eta, y[i]) / total;
    for (std::size_t j = 0; j < d; ++j) gradient[j] += r * x[i * d + j];
    gradient[d] += r;
  }
  double largest = std::abs(gradient[d]);
  for (std::size_t j = 0; j < d; ++j) {
    largest = std::max(largest, std::abs(gradient[j] + penalty * w[j]));
  }
  return largest;
}

double logistic_slope(double eta, double y) { return 1 / (1 + std::exp(-eta)) - y; }
double poisson_slope(double eta, double y) { return std::exp(eta) - y; }

constexpr std::int64_t rows = 4001;
constexpr std::int64_t columns = 3;
const std::vector<double> ones(std::size_t(rows), 1.0);

rt::Array<double, 2> matrix(const std::vector<double>& x) {
  return rt::from_span(x, {rows, columns});
}
rt::Array<double, 1> vector(const std::vector<double>& y) { return rt::from_span(y, {rows}); }

}  // namespace

TEST_CASE("what a sample of many rows says changes where a fit begins, not where it ends") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const ModelData data(rows, columns, 5);
  auto x = rt::to_vector(data.x);
  auto y =
      data.targets([](double eta, double u) { return u < 1 / (1 + std::exp(-eta)) ? 1.0 : 0.0; });
  auto weights = ones;
  const std::string kind =
      GENERATE("like the others", "of one class", "without weight", "outliers");
  for (std::size_t i = 0; i < y.size(); i += 17) {
    if (kind == "of one class") y[i] = 1;
    if (kind == "without weight") weights[i] = 0;
    for (std::size_t j = 0; kind == "outliers" && j < 3; ++j) x[i * 3 + j] = 50 - x[i * 3 + j];
  }
  for (const std::string solver : {"newton", "irls", "lbfgs", "gradient descent"}) {
    INFO(kind << ", " << solver);
    rt::models::LogisticRegression model({.C = 2, .max_iter = 1000, .tol = 1e-9, .solver = solver});
    model.fit(matrix(x), vector(y), vector(weights));
    CHECK(model.converged);
    double total = 0;
    for (const double weight : weights) total += weight;
    CHECK(gradient_norm(x, y, weights, rt::to_vector(model.coef), model.intercept(0).item(),
                        1 / (2 * total), &logistic_slope) < 1e-7);
  }
}

TEST_CASE("counts whose sample would overflow elsewhere are fitted from nothing") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const ModelData data(rows, columns, 6);
  auto x = rt::to_vector(data.x);
  const auto y = data.targets([](double eta, double u) { return std::floor(std::exp(eta) + u); });
  // One row that no sample has: a slope of 1 is exp(900) there.
  x[100 * 3] = 900;
  for (const std::string solver : {"newton", "lbfgs"}) {
    INFO(solver);
    rt::models::PoissonRegressor model(
        {.alpha = 0.01, .max_iter = 2000, .tol = 1e-8, .solver = solver});
    model.fit(matrix(x), vector(y));
    CHECK(model.converged);
    CHECK(gradient_norm(x, y, ones, rt::to_vector(model.coef), model.intercept, 0.01,
                        &poisson_slope) < 1e-4);
  }
}

TEST_CASE("classes by softmax are where the gradient vanishes, of many rows too") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 4));
  const ModelData data(2 * rows, columns, 7);
  const auto y = data.targets([](double eta, double u) {
    return eta + 2 * u < 0.3 ? 0.0 : eta + 2 * u < 1.6 ? 1.0 : 2.0;
  });
  rt::models::LogisticRegression by_lbfgs({.tol = 1e-10});
  rt::models::LogisticRegression by_newton({.tol = 1e-10, .solver = "newton"});
  by_lbfgs.fit(data.x, data.array(y));
  by_newton.fit(data.x, data.array(y));
  CHECK(by_lbfgs.converged);
  CHECK(by_newton.converged);
  rt::test::require_close(by_lbfgs.coef, by_newton.coef, 1e-6);
  rt::test::require_close(by_lbfgs.intercept, by_newton.intercept, 1e-6);
}

TEST_CASE("L-BFGS needs few steps whatever units columns have") {
  auto context = rt::Context::loopback(2);
  const std::int64_t n = GENERATE(300, 40 * rows);
  const ModelData data(n, columns, 8);
  const auto y =
      data.targets([](double eta, double u) { return u < 1 / (1 + std::exp(-eta)) ? 1.0 : 0.0; });
  const rt::Array<double, 1> units = rt::array({1e-3, 1.0, 1e4});
  rt::models::LogisticRegression model({.C = 1e9, .tol = 1e-8});
  model.fit(data.x * units, data.array(y));
  CHECK(model.converged);
  CHECK(model.n_iter <= 15);
}

}  // namespace sampled_start_test
