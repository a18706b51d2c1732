// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/model_data.hpp"

namespace awkward_data_test {

// Units and offsets of columns, ties, what is constant, and what can't be fitted.

namespace rt = relatile;
using rt::test::ModelData;
using rt::test::require_close;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

std::vector<double> halves(const ModelData& data) {
  return data.targets([](double eta, double u) { return eta + u > 0.8 ? 1.0 : 0.0; });
}

}  // namespace

TEST_CASE("coefficients do not depend on the units of columns") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const ModelData data(120, 3, 1);
  const Vector units = rt::array({1.0, 1e9, 1e-7});
  const Matrix x = data.x * units;
  const Vector y = data.array(data.eta);
  rt::models::LinearRegression plain, scaled;
  plain.fit(data.x, y);
  scaled.fit(x, y);
  require_close(scaled.coef * units, plain.coef, 1e-9);
  rt::models::Ridge ridge({.alpha = 1e-20});
  require_close(ridge.fit(x, y).coef * units, plain.coef, 1e-5);
  // Of columns that depend on each other, coefficients are the least as they are, not as scaled.
  const Matrix twice = rt::concatenate({data.x, rt::as_array(3.0 * data.x)}, 1);
  rt::models::LinearRegression both;
  both.fit(twice, y);
  require_close(both.coef(rt::slice(0, 3)) * 10.0, plain.coef, 1e-9);
  require_close(both.coef(rt::slice(3)) * 10.0, 3.0 * plain.coef, 1e-9);
  const Vector classes = data.array(halves(data));
  for (const std::string solver : {"newton", "irls"}) {
    rt::models::LogisticRegression of_plain({.C = 1e30, .solver = solver}),
        of_scaled({.C = 1e30, .tol = 1e-3, .solver = solver});
    const auto wanted = of_plain.fit(data.x, classes).coef;
    const Matrix found = of_scaled.fit(data.x * rt::array({1.0, 1e9, 1.0}), classes).coef;
    CHECK(of_scaled.converged);
    require_close(found * rt::array({1.0, 1e9, 1.0}), wanted, 1e-2);
  }
}

TEST_CASE("logistic regression of a column of millions converges") {
  auto context = rt::Context::loopback(2);
  const Vector u = rt::random::uniform<double>(0.0, 1.0, {300}, rt::random::Seed{3});
  const Vector noise = rt::random::uniform<double>(0.0, 1.0, {300}, rt::random::Seed{4});
  const Vector y = rt::where(u + noise > 1.0, 1.0, 0.0);
  rt::evaluate(u, y);
  rt::models::LogisticRegression model, newton({.solver = "newton"});
  const Matrix x = (1e6 * (1.0 + u))(rt::all_of_axis, rt::newaxis);
  model.fit(x, y);
  newton.fit(x, y);
  INFO("iterations " << model.n_iter << ", loss " << model.loss << ", Newton's " << newton.loss);
  CHECK(model.converged);
  CHECK(model.loss == Approx(newton.loss).epsilon(1e-9));
}

TEST_CASE("columns may be far from zero, with any solver, and sparse ones, too") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const ModelData data(120, 3, 7);
  const Vector binary = data.array(halves(data));
  const Vector several =
      rt::as_array(binary + rt::astype<double>(data.x(rt::all_of_axis, 0) > 0.3));
  const Vector counts = rt::floor(rt::exp(0.3 * data.array(data.eta)));
  const Vector far = rt::array({2e3, -1e5, 1e6});
  const Matrix x = data.x + far;
  rt::evaluate(binary, several, counts, x);
  for (const std::string solver : {"lbfgs", "newton", "irls"}) {
    INFO(solver);
    for (const Vector& y : {binary, several}) {
      rt::models::LogisticRegression near({.solver = solver}), moved({.solver = solver}),
          sparse({.solver = solver});
      near.fit(data.x, y);
      moved.fit(x, y);
      CHECK(moved.converged);
      require_close(moved.coef, near.coef, 1e-4);
      require_close(moved.predict_proba(x), near.predict_proba(data.x), 1e-4);
      sparse.fit(rt::to_sparse(x), y);
      CHECK(sparse.converged);
      require_close(sparse.coef, near.coef, 1e-4);
    }
    rt::models::PoissonRegressor near({.solver = solver}), moved({.solver = solver});
    near.fit(data.x, counts);
    moved.fit(x, counts);
    CHECK(moved.converged);
    require_close(moved.coef, near.coef, 1e-4);
  }
}

TEST_CASE("what steps that are too long lead to is not converged") {
  auto context = rt::Context::loopback(2);
  const ModelData data(100, 3, 2);
  const Vector y = data.array(halves(data));
  rt::models::LogisticRegression model({.solver = "sgd", .learning_rate = 1e300, .batch_size = 10});
  CHECK_FALSE(model.fit(1e10 * data.x, y).converged);
  rt::models::LinearSVC machine({.max_iter = 80,
                                 .tol = 1e-3,
                                 .solver = "sgd",
                                 .learning_rate = 0.05,
                                 .batch_size = 20,
                                 .seed = 1});
  CHECK(machine.fit(data.x, y).score(data.x, y) > 0.7);
  rt::models::PoissonRegressor counts(
      {.alpha = 0.1, .solver = "sgd", .learning_rate = 0.05, .batch_size = 20, .seed = 1}),
      exact({.alpha = 0.1});
  require_close(counts.fit(data.x, y).coef, exact.fit(data.x, y).coef, 0.1);
  rt::models::FuzzyCMeans fuzzy({.n_clusters = 2});
  CHECK_THROWS_AS(fuzzy.fit(1e200 * data.x), rt::Error);
  CHECK_FALSE(fuzzy.converged);
}

TEST_CASE("columns whose squares are infinite are refused by every model, whatever its solver") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const ModelData data(600, 3, 4);
  const Vector y = data.array(halves(data));
  const Vector more = 1.0 + y;
  for (const std::int64_t rows : {60, 600, 20000}) {
    const Matrix x =
        1e200 * rt::random::normal<double, 2>(0.0, 1.0, rt::Extents{rows, 3}, rt::random::Seed{1});
    const Vector classes = rt::arange<double>(rows) % 2.0;
    const Vector several = rt::arange<double>(rows) % 3.0;
    const auto named = [](const std::string& model) {
      return Catch::Matchers::ContainsSubstring(model + ": the features or targets have NaN");
    };
    for (const std::string solver : {"lbfgs", "newton", "irls", "gradient descent", "sgd"}) {
      INFO(rows << " rows, " << solver);
      rt::models::LogisticRegression logistic({.solver = solver});
      CHECK_THROWS_WITH(logistic.fit(x, classes), named("LogisticRegression"));
      CHECK_THROWS_WITH(logistic.fit(x, several), named("LogisticRegression"));
      CHECK_THROWS_WITH(rt::models::LinearSVC({.solver = solver}).fit(x, classes),
                        named("LinearSVC"));
      CHECK_THROWS_WITH(rt::models::PoissonRegressor({.solver = solver}).fit(x, classes),
                        named("PoissonRegressor"));
      CHECK_THROWS_WITH(rt::models::ExponentialRegression({.solver = solver}).fit(x, 1.0 + classes),
                        named("ExponentialRegression"));
    }
    CHECK_THROWS_WITH(rt::models::LinearRegression().fit(x, classes), named("LinearRegression"));
  }
}

TEST_CASE("least squares of columns whose squares vanish are those of larger ones") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const bool centred = GENERATE(true, false);
  const ModelData data(60, 3, 4);
  const Vector y = data.array(data.targets([](double eta, double u) { return eta + u; }));
  rt::models::LinearRegression plain({.fit_intercept = centred}), tiny({.fit_intercept = centred});
  plain.fit(data.x, y);
  for (const double unit : {1e-150, 1e-200, 1e-300}) {
    require_close(tiny.fit(unit * data.x, y).coef * unit, plain.coef, 1e-9);
    CHECK(tiny.intercept == Approx(plain.intercept));
    CHECK(tiny.score(unit * data.x, y) == Approx(plain.score(data.x, y)));
    require_close(tiny.fit(rt::to_sparse(unit * data.x), y).coef * unit, plain.coef, 1e-9);
  }
  // What is only constant stays without coefficients.
  CHECK(rt::to_vector(tiny.fit(rt::full({60, 1}, centred ? 1e-200 : 0.0), y).coef)[0] == 0);
  CHECK(rt::to_vector(tiny.fit(rt::full({60, 1}, centred ? 0.1 : 0.0), y).coef)[0] == 0);
}

TEST_CASE("clusters far from 0 are found") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const double far = 1.7e9;
  const Vector group = rt::arange<double>(200) % 2.0;
  const Matrix noise = rt::random::normal<double>(0.0, 0.5, {200, 2}, rt::random::Seed{1});
  const Matrix x = far + 10.0 * group(rt::all_of_axis, rt::newaxis) + noise;
  rt::evaluate(x);
  const auto check = [&](const auto& model) {
    const auto labels = rt::to_vector(model.predict(x));
    for (std::size_t i = 0; i < 200; ++i) CHECK(labels[i] == labels[i % 2]);
    CHECK(labels[0] != labels[1]);
    const Matrix about = model.cluster_centers - far;
    CHECK(rt::item(rt::min(about)) == Approx(0).margin(0.5));
    CHECK(rt::item(rt::max(about)) == Approx(10).margin(0.5));
  };
  rt::models::KMeans means({.n_clusters = 2, .seed = 2});
  check(means.fit(x));
  CHECK(means.converged);
  CHECK(means.inertia == Approx(200 * 2 * 0.25).epsilon(0.3));
  CHECK(means.score(x) == Approx(-means.inertia));
  CHECK(rt::item(rt::sum(rt::square(rt::min(means.transform(x), 1)))) == Approx(means.inertia));
  rt::models::FuzzyCMeans fuzzy({.n_clusters = 2});
  check(fuzzy.fit(x));
  CHECK(fuzzy.converged);
}

TEST_CASE("constant columns have no coefficient, no component and no weight") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const ModelData data(90, 2, 3);
  const Vector y = data.array(data.eta);
  for (const double value : {0.1, 12345.678, 1e9 / 3}) {
    const Matrix x = rt::concatenate({data.x, rt::as_array(rt::full({90, 1}, value))}, 1);
    for (const bool sparse : {false, true}) {
      const auto features =
          sparse ? rt::models::Features(rt::to_sparse(x)) : rt::models::Features(x);
      rt::models::LinearRegression model, without;
      const auto w = rt::to_vector(model.fit(features, y).coef);
      CHECK(w[2] == 0);
      require_close(model.coef(rt::slice(0, 2)), without.fit(data.x, y).coef, 1e-9);
      rt::models::Ridge ridge({.alpha = 1e-9});
      CHECK(rt::to_vector(ridge.fit(features, y).coef)[2] == 0);
      rt::models::PCA pca({.whiten = true});
      CHECK(rt::to_vector(pca.fit(features).singular_values)[2] == 0);
      for (const double number : rt::to_vector(pca.transform(x))) CHECK(std::abs(number) < 10);
    }
  }
}

TEST_CASE("counts that a class never has are not impossible, and zeros have factors") {
  auto context = rt::Context::loopback(2);
  const Matrix counts = rt::from_span(std::vector<double>{3, 0, 0, 2}, {2, 2});
  const Vector y = rt::array({0.0, 1.0});
  rt::models::MultinomialNB model({.alpha = 0});
  model.fit(counts, y);
  CHECK(rt::to_vector(model.feature_log_prob)[1] == Approx(std::log(1e-10 / 3)));
  for (const double p : rt::to_vector(model.predict_proba(rt::ones({1, 2})))) CHECK(p > 0);
  rt::models::NMF factors;
  factors.fit(rt::zeros({12, 5}));
  CHECK(factors.converged);
  CHECK(factors.reconstruction_err == 0);
  const ModelData data(20, 2, 1);
  CHECK_THROWS_AS(rt::models::Ridge({.alpha = infinity}).fit(data.x, data.array(data.eta)),
                  rt::Error);
}

TEST_CASE("labels that are no whole numbers are refused, or missed") {
  auto context = rt::Context::loopback(2);
  const ModelData data(4, 2, 1);
  for (const double broken : {infinity, -infinity, 1e300, 0.5, std::nan("")}) {
    const Vector y = rt::array({0.0, 1.0, broken, 1.0});
    CHECK_THROWS_AS(rt::models::GaussianNB().fit(data.x, y), rt::Error);
    rt::models::GaussianNB model;
    const Vector whole = rt::array({0.0, 1.0, 0.0, 1.0});
    model.fit(data.x, whole);
    const auto guessed = rt::to_vector(model.predict(data.x));
    double right = 0;
    for (const std::size_t i : {0U, 1U, 3U}) right += double(guessed[i]) == (i == 0 ? 0.0 : 1.0);
    CHECK(model.score(data.x, y) == Approx(right / 4));
  }
  const auto large = rt::as_array(rt::array<std::uint64_t>({0, 1, std::uint64_t{1} << 63, 1}));
  CHECK_THROWS_AS(rt::models::GaussianNB().fit(data.x, large), rt::Error);
  const std::int64_t least = std::numeric_limits<std::int64_t>::min();
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const auto apart = rt::as_array(rt::array<std::int64_t>({least, most, least, most}));
  rt::models::GaussianNB model;
  model.fit(data.x, apart);
  CHECK(model.classes == std::vector<std::int64_t>{least, most});
  for (const auto label : rt::to_vector(model.predict(data.x))) {
    CHECK((label == least || label == most));
  }
}

TEST_CASE("of elements that are equally large the first is positive, on any number of sites") {
  for (const int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    const ModelData data(64, 1, 4);
    const Matrix x = rt::concatenate({data.x, rt::as_array(-data.x)}, 1);  // along (1, -1)
    rt::models::PCA pca({.n_components = 1});
    CHECK(rt::to_vector(pca.fit(x).components)[0] > 0);
    for (const std::string algorithm : {"gram", "randomized"}) {
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        rt::models::TruncatedSVD svd({.n_components = 1, .algorithm = algorithm, .seed = seed});
        CHECK(rt::to_vector(svd.fit(x).components)[0] > 0);
      }
    }
  }
}

TEST_CASE("a fit that fails leaves the model as it was") {
  auto context = rt::Context::loopback(2);
  const ModelData data(60, 3, 5);
  const Vector y = data.array(halves(data));
  const Vector others = y * 3.0 + 4.0;
  auto broken = data.x;
  broken(1, 1) = infinity;
  const auto check = [&](auto model) {
    model.fit(data.x, y);
    const auto before = rt::to_vector(model.predict(data.x));
    CHECK_THROWS_AS(model.fit(broken, others), rt::Error);
    CHECK(model.classes == std::vector<std::int64_t>{0, 1});
    CHECK(rt::to_vector(model.predict(data.x)) == before);
  };
  check(rt::models::LogisticRegression());
  check(rt::models::LinearSVC());
  check(rt::models::GaussianNB());
  rt::models::MultinomialNB counts;
  counts.fit(rt::abs(data.x), y);
  CHECK_THROWS_AS(counts.fit(data.x, others), rt::Error);
  CHECK(counts.classes == std::vector<std::int64_t>{0, 1});
  rt::models::GaussianMixture mixture({.n_components = 2, .reg_covar = 0});
  mixture.fit(data.x);
  const bool converged = mixture.converged;
  const double score = mixture.score(data.x);
  CHECK_THROWS_AS(mixture.fit(rt::ones({5, 3})), rt::Error);
  CHECK(mixture.converged == converged);
  CHECK(mixture.score(data.x) == score);
}

TEST_CASE("affinities that are not symmetric, and ratings of nobody, are refused") {
  auto context = rt::Context::loopback(2);
  const ModelData data(12, 12, 6);
  rt::models::SpectralClustering clusters({.n_clusters = 2, .affinity = "precomputed"});
  CHECK_THROWS_AS(clusters.fit(rt::abs(data.x)), rt::Error);
  clusters.fit(rt::abs(data.x) + rt::transpose(rt::abs(data.x)));
  rt::models::ALS ratings({.n_factors = 2});
  const auto ids = [](std::int64_t id) { return rt::as_array(rt::array<std::int64_t>({id})); };
  try {
    ratings.predict();
    FAIL("it was not fitted");
  } catch (const rt::Error& error) {
    CHECK(std::string(error.what()).find("ALS: call fit first") != std::string::npos);
  }
  ratings.fit(data.x);
  CHECK_THROWS_AS(ratings.predict(ids(12), ids(0)), rt::Error);
  CHECK_THROWS_AS(ratings.predict(ids(0), ids(-1)), rt::Error);
  CHECK(ratings.predict(ids(11), ids(0)).size() == 1);
}

}  // namespace awkward_data_test
