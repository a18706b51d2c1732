// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <vector>

#include "support/model_data.hpp"

namespace naive_bayes_test {

namespace rt = relatile;
using rt::test::ModelData;
using rt::test::require_close;

namespace {

std::vector<double> groups(const ModelData& data) {
  return data.targets([](double eta, double) { return eta < -0.5 ? 1.0 : eta < 1 ? 5.0 : 6.0; });
}

}  // namespace

TEST_CASE("Gaussian naive Bayes has the means and variances of classes") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const ModelData data(131, 3, 1);
  const auto y = groups(data);
  rt::models::GaussianNB model;
  model.fit(data.x + 1e3, data.array(y));  // far from 0 digits are kept
  REQUIRE(model.classes == std::vector<std::int64_t>{1, 5, 6});
  const auto theta = rt::to_vector(model.theta);
  const auto var = rt::to_vector(model.var);
  std::vector<double> logs(131 * 3);
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> mean(3), square(3);
    double size = 0;
    for (std::size_t i = 0; i < 131; ++i) {
      if (y[i] != double(model.classes[k])) continue;
      size += 1;
      for (std::size_t j = 0; j < 3; ++j) mean[j] += data.numbers[3 * i + j];
    }
    for (double& number : mean) number /= size;
    for (std::size_t i = 0; i < 131; ++i) {
      if (y[i] != double(model.classes[k])) continue;
      for (std::size_t j = 0; j < 3; ++j)
        square[j] += std::pow(data.numbers[3 * i + j] - mean[j], 2) / size;
    }
    for (std::size_t j = 0; j < 3; ++j) {
      CHECK(theta[3 * k + j] == Approx(mean[j] + 1e3).epsilon(1e-12));
      CHECK(var[3 * k + j] == Approx(square[j]).epsilon(1e-6));
    }
    for (std::size_t i = 0; i < 131; ++i) {
      double log = std::log(size / 131);
      for (std::size_t j = 0; j < 3; ++j) {
        log -= 0.5 * std::log(2 * M_PI * square[j]) +
               std::pow(data.numbers[3 * i + j] - mean[j], 2) / (2 * square[j]);
      }
      logs[3 * i + k] = log;
    }
  }
  const auto found = rt::to_vector(model.predict_log_proba(data.x + 1e3));
  for (std::size_t i = 0; i < 131; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += std::exp(logs[3 * i + k]);
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(found[3 * i + k] == Approx(logs[3 * i + k] - std::log(sum)).epsilon(1e-5).margin(1e-5));
    }
  }
  CHECK(model.score(data.x + 1e3, data.array(y)) > 0.7);
  CHECK_THROWS_AS(model.fit(data.sparse, data.array(y)), rt::Error);
}

TEST_CASE("multinomial naive Bayes has the counts of classes") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const ModelData data(97, 5, 2);
  const auto y = groups(data);
  const rt::Array<double, 2> counts = rt::floor(rt::abs(3.0 * data.x));
  const rt::SparseArray<double> sparse = rt::to_sparse(counts);
  const auto numbers = rt::to_vector(counts);
  const double alpha = 0.5;
  rt::models::MultinomialNB model({.alpha = alpha});
  for (const bool is_sparse : {false, true}) {
    const auto x = is_sparse ? rt::models::Features(sparse) : rt::models::Features(counts);
    model.fit(x, data.array(y));
    const auto logs = rt::to_vector(model.feature_log_prob);
    std::vector<double> joint(97 * 3);
    for (std::size_t k = 0; k < 3; ++k) {
      std::vector<double> seen(5, alpha);
      double total = 5 * alpha, size = 0;
      for (std::size_t i = 0; i < 97; ++i) {
        if (y[i] != double(model.classes[k])) continue;
        size += 1;
        for (std::size_t j = 0; j < 5; ++j) {
          seen[j] += numbers[5 * i + j];
          total += numbers[5 * i + j];
        }
      }
      for (std::size_t j = 0; j < 5; ++j)
        CHECK(logs[5 * k + j] == Approx(std::log(seen[j] / total)));
      CHECK(rt::to_vector(model.class_log_prior)[k] == Approx(std::log(size / 97)));
      for (std::size_t i = 0; i < 97; ++i) {
        joint[3 * i + k] = std::log(size / 97);
        for (std::size_t j = 0; j < 5; ++j)
          joint[3 * i + k] += numbers[5 * i + j] * logs[5 * k + j];
      }
    }
    const auto guessed = rt::to_vector(model.predict(x));
    for (std::size_t i = 0; i < 97; ++i) {
      const auto begin = joint.begin() + std::ptrdiff_t(3 * i);
      CHECK(guessed[i] == model.classes[std::size_t(std::max_element(begin, begin + 3) - begin)]);
    }
    require_close(rt::sum(model.predict_proba(x), 1), rt::ones({97}), 1e-12);
  }
  CHECK_THROWS_AS(model.fit(data.x, data.array(y)), rt::Error);
  CHECK_THROWS_AS(model.fit(data.sparse, data.array(y)), rt::Error);
}

}  // namespace naive_bayes_test
