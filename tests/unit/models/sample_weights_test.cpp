// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <limits>
#include <string>

#include "support/model_data.hpp"

namespace sample_weights_test {

namespace rt = relatile;
namespace models = rt::models;
using rt::test::ModelData;
using rt::test::require_close;

namespace {

/// Rows with weights of 0, 1, 2 and 3, and the same rows so many times, without weights.
struct Repeated {
  ModelData data;
  std::vector<double> y;
  std::vector<double> weights;
  rt::Array<double, 2> x_repeated;
  std::vector<double> y_repeated;

  template <class F>
  Repeated(std::int64_t rows, std::int64_t columns, unsigned seed, F target)
      : data(rows, columns, seed), y(data.targets(target)) {
    std::vector<double> numbers;
    std::mt19937 bits(seed + 1);
    for (std::size_t i = 0; i < y.size(); ++i) {
      weights.push_back(double(bits() % 4));
      for (int copy = 0; copy < int(weights.back()); ++copy) {
        y_repeated.push_back(y[i]);
        for (std::int64_t j = 0; j < columns; ++j) {
          numbers.push_back(data.at(std::int64_t(i), j));
        }
      }
    }
    x_repeated = rt::from_span(numbers, {std::int64_t(y_repeated.size()), columns});
  }
  rt::Array<double, 1> targets() const { return data.array(y); }
  rt::Array<double, 1> each() const { return data.array(weights); }
  rt::Array<double, 1> targets_repeated() const {
    return rt::from_span(y_repeated, {std::int64_t(y_repeated.size())});
  }
  models::Features x(bool sparse) const {
    return sparse ? models::Features(data.sparse) : models::Features(data.x);
  }
};

Repeated numbers() {
  return {83, 4, 1, [](double eta, double u) { return 5 + eta + 2 * (u - 0.5); }};
}
Repeated coins() {
  return {97, 3, 2, [](double eta, double u) { return u < 1 / (1 + std::exp(-eta)) ? 1.0 : 0.0; }};
}
Repeated thirds() {
  return {97, 3, 3, [](double eta, double u) {
            return eta + 2 * u < 0.3 ? -4.0 : eta + 2 * u < 1.6 ? 2.0 : 9.0;
          }};
}
Repeated counts() {
  return {89, 3, 4, [](double eta, double u) { return std::floor(3 * u * std::exp(0.4 * eta)); }};
}

std::vector<double> intercepts(double intercept) { return {intercept}; }
/// Of softmax regression less their mean, which no probability depends on.
std::vector<double> intercepts(const rt::Array<double, 1>& intercept) {
  if (intercept.size() == 1) return rt::to_vector(intercept);
  return rt::to_vector(intercept - rt::mean(intercept));
}

template <class Model>
void require_same(const Model& one, const Model& other, double tolerance) {
  require_close(one.coef, other.coef, tolerance);
  const auto left = intercepts(one.intercept);
  const auto right = intercepts(other.intercept);
  REQUIRE(left.size() == right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    REQUIRE(left[i] == Approx(right[i]).margin(tolerance));
  }
}

/// Weights are worth as many rows; what does not count may have any numbers.
template <class Model>
void require_rows_worth(const Repeated& given, const Model& unfitted, double tolerance) {
  Model plain = unfitted;
  plain.fit(given.x_repeated, given.targets_repeated());
  const double score = plain.score(given.x_repeated, given.targets_repeated());
  CHECK(score < 1);
  for (const bool sparse : {false, true}) {
    INFO((sparse ? "sparse" : "dense"));
    Model weighted = unfitted;
    weighted.fit(given.x(sparse), given.targets(), given.each());
    require_same(weighted, plain, tolerance);
    CHECK(weighted.score(given.x(sparse), given.targets(), given.each()) ==
          Approx(score).margin(tolerance));
  }
}

template <class Model>
void require_factor_ignored(const Repeated& given, const Model& unfitted, double tolerance) {
  Model once = unfitted;
  Model often = unfitted;
  once.fit(given.data.x, given.targets(), given.each());
  often.fit(given.data.x, given.targets(), 1e-3 * given.each());
  require_same(once, often, tolerance);
  CHECK(once.score(given.data.x, given.targets(), 7.5 * given.each()) ==
        Approx(once.score(given.data.x, given.targets(), given.each())));
}

}  // namespace

TEST_CASE("whole weights of least squares are worth as many rows") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const Repeated given = numbers();
  require_rows_worth(given, models::LinearRegression(), 1e-11);
  require_rows_worth(given, models::LinearRegression({.fit_intercept = false}), 1e-11);
  require_rows_worth(given, models::Ridge({.alpha = 2.5}), 1e-11);
  const models::ElasticNetOptions net{.alpha = 0.2, .max_iter = 5000, .tol = 1e-15};
  require_rows_worth(given, models::ElasticNet(net), 1e-8);
  require_rows_worth(given, models::Lasso({.alpha = 0.2, .max_iter = 5000, .tol = 1e-15}), 1e-8);
}

TEST_CASE("whole weights of losses are worth as many rows, by every solver") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  for (const std::string solver : {"newton", "lbfgs", "gradient descent"}) {
    INFO(solver);
    const models::LogisticRegressionOptions logistic{
        .C = 0.7, .max_iter = 2000, .tol = 1e-10, .solver = solver};
    require_rows_worth(coins(), models::LogisticRegression(logistic), 1e-7);
    require_rows_worth(thirds(), models::LogisticRegression(logistic), 1e-7);
    const models::GeneralizedLinearOptions poisson{
        .alpha = 0.3, .max_iter = 2000, .tol = 1e-10, .solver = solver};
    require_rows_worth(counts(), models::PoissonRegressor(poisson), 1e-7);
  }
  const Repeated times(
      89, 3, 5, [](double eta, double u) { return -std::log(1 - u) * std::exp(0.5 * eta) + 1e-3; });
  const models::GeneralizedLinearOptions options{.alpha = 0.3, .tol = 1e-10, .solver = "irls"};
  require_rows_worth(times, models::ExponentialRegression(options), 1e-8);
  require_rows_worth(coins(), models::LinearSVC({.C = 0.3, .tol = 1e-11}), 1e-8);
  require_rows_worth(thirds(), models::LinearSVC({.C = 0.3, .tol = 1e-11}), 1e-8);
}

TEST_CASE("stochastic descent with weights comes near the minimum") {
  auto context = rt::Context::loopback(2);
  const Repeated given = coins();
  models::LogisticRegression exact({.C = 0.5, .tol = 1e-10, .solver = "newton"});
  models::LogisticRegression model({.C = 0.5,
                                    .max_iter = 80,
                                    .tol = 1e-3,
                                    .solver = "sgd",
                                    .learning_rate = 0.5,
                                    .batch_size = 16,
                                    .seed = 3});
  exact.fit(given.data.x, given.targets(), given.each());
  model.fit(given.data.x, given.targets(), given.each());
  require_close(model.coef, exact.coef, 0.1);
}

TEST_CASE("a factor of all weights is ignored but where a penalty is of the sum") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  require_factor_ignored(numbers(), models::LinearRegression(), 1e-11);
  require_factor_ignored(numbers(), models::Lasso({.alpha = 0.2, .tol = 1e-15}), 1e-8);
  const double infinity = std::numeric_limits<double>::infinity();
  require_factor_ignored(
      coins(), models::LogisticRegression({.C = infinity, .tol = 1e-10, .solver = "newton"}), 1e-8);
  require_factor_ignored(counts(), models::PoissonRegressor({.tol = 1e-10, .solver = "newton"}),
                         1e-8);
  const Repeated given = numbers();
  models::Ridge half({.alpha = 1.5});
  models::Ridge full({.alpha = 3});
  half.fit(given.data.x, given.targets(), 0.5 * given.each());
  full.fit(given.data.x, given.targets(), given.each());
  require_same(half, full, 1e-11);
}

TEST_CASE("weights of naive Bayes are worth as many rows, and a class may have none") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const Repeated given = thirds();
  models::GaussianNB plain, weighted;
  plain.fit(given.x_repeated, given.targets_repeated());
  weighted.fit(given.data.x, given.targets(), given.each());
  require_close(weighted.theta, plain.theta, 1e-12);
  require_close(weighted.var, plain.var, 1e-12);
  require_close(weighted.class_prior, plain.class_prior, 1e-13);
  CHECK(weighted.score(given.data.x, given.targets(), given.each()) ==
        Approx(plain.score(given.x_repeated, given.targets_repeated())));

  const rt::Array<double, 2> often = rt::floor(rt::abs(3.0 * given.x_repeated));
  const rt::Array<double, 2> once = rt::floor(rt::abs(3.0 * given.data.x));
  models::MultinomialNB of_counts, of_weights;
  of_counts.fit(often, given.targets_repeated());
  of_weights.fit(rt::to_sparse(once), given.targets(), given.each());
  require_close(of_weights.feature_log_prob, of_counts.feature_log_prob, 1e-12);
  require_close(of_weights.class_log_prior, of_counts.class_log_prior, 1e-13);

  const rt::Array<double, 1> without = rt::where(given.targets() == 2.0, 0.0, 1.0);
  weighted.fit(given.data.x, given.targets(), without);
  of_weights.fit(once, given.targets(), without);
  CHECK(weighted.classes.size() == 3);
  for (const auto guess : rt::to_vector(weighted.predict(given.data.x))) CHECK(guess != 2);
  for (const auto guess : rt::to_vector(of_weights.predict(once))) CHECK(guess != 2);
  CHECK(rt::item(rt::all(rt::isfinite(weighted.predict_proba(given.data.x)))));
}

TEST_CASE("weights of k-means are worth as many rows") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  Repeated given(90, 2, 6, [](double, double u) { return std::floor(3 * u); });
  const auto places = [](const rt::Array<double, 1>& group) {
    return rt::stack({rt::as_array(50.0 * group), rt::as_array(rt::square(group))}, 1);
  };
  const rt::Array<double, 2> x = given.data.x + places(given.targets());
  const rt::Array<double, 2> often = given.x_repeated + places(given.targets_repeated());
  models::KMeans plain({.n_clusters = 3, .tol = 0});
  plain.fit(often);
  const rt::Array<double, 2> wanted = rt::sort(plain.cluster_centers, 0);
  for (const bool sparse : {false, true}) {
    const auto features = sparse ? models::Features(rt::to_sparse(x)) : models::Features(x);
    models::KMeans weighted({.n_clusters = 3, .tol = 0});
    weighted.fit(features, given.each());
    require_close(rt::sort(weighted.cluster_centers, 0), wanted, 1e-11);
    CHECK(weighted.inertia == Approx(plain.inertia));
    CHECK(weighted.score(features, given.each()) == Approx(-plain.inertia));
    CHECK(weighted.labels.shape(0) == 90);
  }
  // Rows that do not count are not drawn either.
  const rt::Array<double, 1> only = rt::where(given.targets() == 0.0, 0.0, 1.0);
  models::KMeans two({.n_clusters = 2, .n_init = 1, .tol = 0});
  two.fit(x, only);
  CHECK(rt::item(rt::min(two.cluster_centers(rt::all_of_axis, 0))) > 40);
}

TEST_CASE("weights that can't be are refused by name") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  const Repeated given = coins();
  const auto& x = given.data.x;
  const auto y = given.targets();
  const rt::Array<double, 1> right = rt::ones({97});
  const auto with = [&](double number) {
    rt::Array<double, 1> weights = right;
    weights(41) = number;
    return weights;
  };
  const auto refuses = [&](auto model, const std::string& name) {
    const auto fits = [&](const rt::Array<double, 1>& weights) { model.fit(x, y, weights); };
    CHECK_THROWS_AS(fits(rt::ones({96})), rt::ShapeMismatch);
    CHECK_THROWS_WITH(fits(with(-1e-3)),
                      Catch::Matchers::ContainsSubstring(name + ": 1 sample weights are NaN"));
    CHECK_THROWS_AS(fits(with(NAN)), rt::Error);
    CHECK_THROWS_AS(fits(with(INFINITY)), rt::Error);
    CHECK_THROWS_WITH(fits(rt::zeros({97})), Catch::Matchers::ContainsSubstring(
                                                 name + ": the sum of sample weights is 0"));
    CHECK_THROWS_WITH(fits(1.7e308 * right), Catch::Matchers::ContainsSubstring("is infinite"));
    fits(right);
    CHECK_THROWS_AS(model.score(x, y, rt::ones({98})), rt::ShapeMismatch);
    CHECK_THROWS_AS(model.score(x, y, with(-1)), rt::Error);
  };
  refuses(models::LinearRegression(), "LinearRegression");
  refuses(models::Ridge(), "Ridge");
  refuses(models::Lasso(), "Lasso");
  refuses(models::PoissonRegressor(), "PoissonRegressor");
  refuses(models::LogisticRegression(), "LogisticRegression");
  refuses(models::LinearSVC(), "LinearSVC");
  refuses(models::GaussianNB(), "GaussianNB");
  CHECK_THROWS_AS(models::KMeans().fit(x, with(-1)), rt::Error);
  CHECK_THROWS_AS(models::MultinomialNB().fit(rt::abs(x), y, with(-1)), rt::Error);
  // A row that does not count must have numbers all the same, as in scikit-learn.
  rt::Array<double, 2> broken = x;
  broken(41, 1) = NAN;
  CHECK_THROWS_AS(models::LinearRegression().fit(broken, y, with(0)), rt::Error);
  CHECK_THROWS_AS(models::LogisticRegression().fit(broken, y, with(0)), rt::Error);
}

TEST_CASE("a score of targets that are not numbers is none") {
  auto context = rt::Context::loopback(1);
  const Repeated given = numbers();
  models::LinearRegression model;
  model.fit(given.data.x, given.targets());
  CHECK(std::isnan(model.score(given.data.x, rt::full({83}, NAN))));
}

}  // namespace sample_weights_test
