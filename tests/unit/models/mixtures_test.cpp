// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <limits>
#include <vector>

#include "support/model_data.hpp"

namespace mixtures_test {

namespace rt = relatile;
using rt::test::ModelData;
using rt::test::require_close;

namespace {

/// Two clouds, one three times as large and wide in its first column.
rt::Array<double, 2> clouds() {
  const rt::Array<double, 2> noise =
      rt::random::normal<double>(0.0, 1.0, {400, 2}, rt::random::Seed{5});
  const rt::Array<double, 1> first = rt::where(rt::arange<double>(400) < 300.0, 1.0, 0.0);
  const rt::Array<double, 2> column = first(rt::all_of_axis, rt::newaxis);
  const rt::Array<double, 2> x =
      rt::where(column == 1.0, noise * rt::array({3.0, 0.5}), noise + rt::array({0.0, 9.0}));
  rt::evaluate(x);
  return x;
}

}  // namespace

TEST_CASE("where a mixture ends, each component has the moments of what belongs to it") {
  for (const std::string type : {"full", "diag"}) {
    std::vector<double> first;
    for (const int sites : {1, 2, 3, 7}) {
      INFO(type << " on " << sites);
      auto context = rt::Context::loopback(sites);
      const auto x = clouds();
      rt::models::GaussianMixture model(
          {.n_components = 2, .covariance_type = type, .max_iter = 500, .tol = 1e-13});
      model.fit(x);
      CHECK(model.converged);
      const auto members = rt::to_vector(model.predict_proba(x));
      const auto rows = rt::to_vector(x);
      const auto means = rt::to_vector(model.means);
      const auto covariances = rt::to_vector(model.covariances);
      const auto weights = rt::to_vector(model.weights);
      for (std::size_t k = 0; k < 2; ++k) {
        double size = 0;
        std::vector<double> mean(2), product(4);
        for (std::size_t i = 0; i < 400; ++i) {
          size += members[2 * i + k];
          for (std::size_t j = 0; j < 2; ++j) mean[j] += members[2 * i + k] * rows[2 * i + j];
        }
        for (double& number : mean) number /= size;
        for (std::size_t i = 0; i < 400; ++i) {
          for (std::size_t a = 0; a < 2; ++a) {
            for (std::size_t b = 0; b < 2; ++b) {
              if (type == "diag" && a != b) continue;
              product[2 * a + b] += members[2 * i + k] * (rows[2 * i + a] - mean[a]) *
                                    (rows[2 * i + b] - mean[b]) / size;
            }
          }
        }
        CHECK(weights[k] == Approx(size / 400).epsilon(1e-5));
        for (std::size_t j = 0; j < 2; ++j) CHECK(means[2 * k + j] == Approx(mean[j]).margin(1e-5));
        for (std::size_t j = 0; j < 4; ++j) {
          const double wanted = product[j] + (j % 3 == 0 ? 1e-6 : 0);
          CHECK(covariances[4 * k + j] == Approx(wanted).margin(1e-4));
        }
      }
      CHECK(model.score(x) == Approx(model.lower_bound).epsilon(1e-9));
      if (first.empty()) first = means;
      for (std::size_t j = 0; j < 4; ++j) CHECK(means[j] == Approx(first[j]).margin(1e-9));
      const auto guessed = rt::to_vector(model.predict(x));
      CHECK(guessed[0] != guessed[399]);
    }
  }
}

TEST_CASE("the log-likelihood of one component is that of a normal distribution") {
  auto context = rt::Context::loopback(2);
  const ModelData data(50, 1, 1);
  rt::models::GaussianMixture model({.reg_covar = 0});
  model.fit(data.x);
  const double variance = rt::item(rt::var(data.x));
  const double wanted = -0.5 * (std::log(2 * M_PI * variance) + 1);
  CHECK(model.score(data.x) == Approx(wanted));
  CHECK_THROWS_AS(rt::models::GaussianMixture({.covariance_type = "tied"}).fit(data.x), rt::Error);
  CHECK_THROWS_AS(rt::models::GaussianMixture({.n_components = 51}).fit(data.x), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::models::GaussianMixture({.reg_covar = 0}).fit(rt::ones({5, 2})), rt::Error);
  CHECK_THROWS_AS(model.fit(data.sparse), rt::Error);
}

TEST_CASE("fuzzy c-means ends where centres are weighted means") {
  std::vector<double> first;
  for (const int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const ModelData data(211, 3, 2);
    for (const bool sparse : {false, true}) {
      const auto x = sparse ? rt::models::Features(data.sparse) : rt::models::Features(data.x);
      const double m = 1.7;
      rt::models::FuzzyCMeans model({.n_clusters = 3, .m = m, .max_iter = 2000, .tol = 1e-11});
      model.fit(x);
      CHECK(model.converged);
      const auto centres = rt::to_vector(model.cluster_centers);
      const auto u = rt::to_vector(model.predict_proba(x));
      double objective = 0;
      std::vector<double> sums(9), sizes(3);
      for (std::size_t i = 0; i < 211; ++i) {
        std::vector<double> distance(3);
        for (std::size_t k = 0; k < 3; ++k) {
          for (std::size_t j = 0; j < 3; ++j)
            distance[k] += std::pow(data.numbers[3 * i + j] - centres[3 * k + j], 2);
        }
        for (std::size_t k = 0; k < 3; ++k) {
          double share = 0;
          for (std::size_t l = 0; l < 3; ++l)
            share += std::pow(distance[k] / distance[l], 1 / (m - 1));
          CHECK(u[3 * i + k] == Approx(1 / share).margin(1e-9));
          const double weight = std::pow(u[3 * i + k], m);
          objective += weight * distance[k];
          sizes[k] += weight;
          for (std::size_t j = 0; j < 3; ++j) sums[3 * k + j] += weight * data.numbers[3 * i + j];
        }
      }
      CHECK(model.objective == Approx(objective));
      for (std::size_t c = 0; c < 9; ++c)
        CHECK(centres[c] == Approx(sums[c] / sizes[c / 3]).margin(1e-8));
      if (first.empty()) first = centres;
      for (std::size_t c = 0; c < 9; ++c) CHECK(centres[c] == Approx(first[c]).margin(1e-7));
    }
  }
  auto context = rt::Context::loopback(1);
  CHECK_THROWS_AS(rt::models::FuzzyCMeans({.m = 1}).fit(rt::ones({9, 2})), rt::Error);
}

}  // namespace mixtures_test
