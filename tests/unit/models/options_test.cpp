// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "support/model_data.hpp"

namespace options_test {

// Options that can't be meant are refused, with the model's name, the option's and its value.

namespace rt = relatile;
namespace models = rt::models;
using rt::test::ModelData;

namespace {

const double infinity = std::numeric_limits<double>::infinity();
const double none = std::nan("");

/// What a refusal says first.
auto says(const std::string& what) {
  return Catch::Matchers::ContainsSubstring("relatile: " + what + "; it must be ");
}

struct Fixture {
  ModelData data{40, 3, 1};
  rt::Array<double, 2> x = rt::abs(data.x);
  rt::Array<double, 1> y = rt::arange<double>(40) % 2.0;
};

}  // namespace

TEST_CASE("penalties and smoothing that are below 0, or no numbers, are refused") {
  auto context = rt::Context::loopback(2);
  const Fixture of;
  const auto text = [](double value) {
    return std::isnan(value) ? "nan" : std::isinf(value) ? "inf" : "-0.5";
  };
  for (const double value : {-0.5, none, infinity}) {
    const std::string is = std::string(" is ") + text(value);
    CHECK_THROWS_WITH(models::GaussianNB({.var_smoothing = value}).fit(of.x, of.y),
                      says("GaussianNB: var_smoothing" + is));
    CHECK_THROWS_WITH(models::MultinomialNB({.alpha = value}).fit(of.x, of.y),
                      says("MultinomialNB: alpha" + is));
    CHECK_THROWS_WITH(models::Ridge({.alpha = value}).fit(of.x, of.y), says("Ridge: alpha" + is));
    CHECK_THROWS_WITH(models::Lasso({.alpha = value}).fit(of.x, of.y), says("Lasso: alpha" + is));
    CHECK_THROWS_WITH(models::ElasticNet({.alpha = value}).fit(of.x, of.y),
                      says("ElasticNet: alpha" + is));
    CHECK_THROWS_WITH(models::ElasticNet({.l1_ratio = value}).fit(of.x, of.y),
                      says("ElasticNet: l1_ratio" + is));
    CHECK_THROWS_WITH(models::PoissonRegressor({.alpha = value}).fit(of.x, of.y),
                      says("PoissonRegressor: alpha" + is));
    CHECK_THROWS_WITH(models::ALS({.alpha = value}).fit(of.x), says("ALS: alpha" + is));
    CHECK_THROWS_WITH(models::SpectralClustering({.n_clusters = 2, .gamma = value}).fit(of.x),
                      says("SpectralClustering: gamma" + is));
    CHECK_THROWS_WITH(models::GaussianMixture({.reg_covar = value}).fit(of.x),
                      says("GaussianMixture: reg_covar" + is));
    CHECK_THROWS_WITH(models::LatentDirichletAllocation({.doc_topic_prior = value}).fit(of.x),
                      says("LatentDirichletAllocation: doc_topic_prior" + is));
    CHECK_THROWS_WITH(models::LatentDirichletAllocation({.topic_word_prior = value}).fit(of.x),
                      says("LatentDirichletAllocation: topic_word_prior" + is));
    CHECK_THROWS_WITH(models::FuzzyCMeans({.n_clusters = 2, .m = value}).fit(of.x),
                      says("FuzzyCMeans: m" + is));
  }
}

TEST_CASE("numbers of steps and rows that are too few are refused") {
  auto context = rt::Context::loopback(2);
  const Fixture of;
  const auto fit = [&](auto model) { model.fit(of.x, of.y); };
  for (const std::string solver : {"lbfgs", "newton", "gradient descent", "sgd"}) {
    CHECK_THROWS_WITH(fit(models::LogisticRegression({.max_iter = -1, .solver = solver})),
                      says("LogisticRegression: max_iter is -1"));
    CHECK_THROWS_WITH(fit(models::LinearSVC({.max_iter = -1, .solver = solver})),
                      says("LinearSVC: max_iter is -1"));
    CHECK_THROWS_WITH(fit(models::PoissonRegressor({.solver = solver, .batch_size = 0})),
                      says("PoissonRegressor: batch_size is 0"));
    // No step is what was asked for.
    models::LogisticRegression model({.max_iter = 0, .solver = solver});
    CHECK(model.fit(of.x, of.y).n_iter == 0);
  }
  CHECK_THROWS_WITH(fit(models::Lasso({.max_iter = 0})), says("Lasso: max_iter is 0"));
  CHECK_THROWS_WITH(models::KMeans({.n_clusters = 2, .max_iter = 0}).fit(of.x),
                    says("KMeans: max_iter is 0"));
  CHECK_THROWS_WITH(models::SpectralClustering({.n_clusters = 2, .max_iter = 0}).fit(of.x),
                    says("SpectralClustering: max_iter is 0"));
  CHECK_THROWS_WITH(models::GaussianMixture({.max_iter = -1}).fit(of.x),
                    says("GaussianMixture: max_iter is -1"));
  CHECK_THROWS_WITH(models::FuzzyCMeans({.n_clusters = 2, .max_iter = 0}).fit(of.x),
                    says("FuzzyCMeans: max_iter is 0"));
  CHECK_THROWS_WITH(models::NMF({.max_iter = 0}).fit(of.x), says("NMF: max_iter is 0"));
  CHECK_THROWS_WITH(models::ALS({.max_iter = 0}).fit(of.x), says("ALS: max_iter is 0"));
  using Topics = models::LatentDirichletAllocation;
  CHECK_THROWS_WITH(Topics({.max_iter = -1}).fit(of.x),
                    says("LatentDirichletAllocation: max_iter is -1"));
  CHECK_THROWS_WITH(Topics({.max_doc_update_iter = -1}).fit(of.x),
                    says("LatentDirichletAllocation: max_doc_update_iter is -1"));
  CHECK_THROWS_WITH(models::TruncatedSVD({.n_iter = -1}).fit(of.x),
                    says("TruncatedSVD: n_iter is -1"));
  CHECK_THROWS_WITH(models::TruncatedSVD({.n_oversamples = -1}).fit(of.x),
                    says("TruncatedSVD: n_oversamples is -1"));
}

TEST_CASE("the first option may be given without its name, as in scikit-learn") {
  auto context = rt::Context::loopback(2);
  const Fixture of;
  const std::int64_t two = 2;
  const auto same = [](const auto& a, const auto& b) { return rt::array_equal(a, b).item(); };
  CHECK(
      same(models::KMeans(3).fit(of.x).labels, models::KMeans({.n_clusters = 3}).fit(of.x).labels));
  CHECK(models::KMeans(std::size_t{2}).fit(of.x).cluster_centers.shape(0) == 2);
  CHECK(same(models::PCA(two).fit(of.x).components,
             models::PCA({.n_components = 2}).fit(of.x).components));
  CHECK(models::TruncatedSVD(two).fit(of.x).components.shape(0) == 2);
  CHECK(models::NMF(3).fit(of.x).components.shape(0) == 3);
  CHECK(models::LatentDirichletAllocation(3).fit(of.x).components.shape(0) == 3);
  CHECK(models::GaussianMixture(2).fit(of.x).means.shape(0) == 2);
  CHECK(rt::max(models::SpectralClustering(2).fit(of.x).labels).item() == 1);
  CHECK(same(models::Ridge(2).fit(of.x, of.y).coef,
             models::Ridge({.alpha = 2}).fit(of.x, of.y).coef));
  CHECK(same(models::Lasso(0.01).fit(of.x, of.y).coef,
             models::Lasso({.alpha = 0.01}).fit(of.x, of.y).coef));
  CHECK(same(models::ElasticNet(0.01F).fit(of.x, of.y).coef,
             models::ElasticNet({.alpha = 0.01F}).fit(of.x, of.y).coef));
  CHECK_THROWS_AS(models::KMeans(std::int64_t{1} << 32).fit(of.x), rt::ShapeMismatch);
  CHECK_THROWS_AS(models::GaussianMixture(-1).fit(of.x), rt::Error);
}

}  // namespace options_test
