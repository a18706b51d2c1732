// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Fits models to the data in a folder, and saves there what they found: tests/python/models_test.py
// compares it with scikit-learn.
//
//   models_face <folder>

#include <cstdio>
#include <relatile/models.hpp>
#include <string>
#include <tuple>

namespace rt = relatile;
namespace models = rt::models;

namespace {

struct Data {
  explicit Data(const std::string& in)
      : folder(in),
        x(rt::load<double, 2>(in + "/x.npy")),
        counts(rt::load<double, 2>(in + "/counts.npy")),
        binary(rt::load<double, 1>(in + "/binary.npy")),
        digit(rt::load<double, 1>(in + "/digit.npy")),
        number(rt::load<double, 1>(in + "/number.npy")),
        time(rt::load<double, 1>(in + "/time.npy")),
        weights(rt::load<double, 1>(in + "/weights.npy")),
        small(rt::load<double, 2>(in + "/small.npy")) {}

  template <class E>
  void save(const std::string& name, const E& array) const {
    rt::save(folder + "/" + name + ".found.npy", rt::as_array(array));
  }
  template <class Model>
  void save_linear(const std::string& name, const Model& model) const {
    save(name, rt::concatenate({model.coef, rt::as_array(rt::full({1}, model.intercept))}));
  }
  template <class Model>
  void save_classes(const std::string& name, const Model& model) const {
    const rt::Array<double, 2> column = model.intercept(rt::all_of_axis, rt::newaxis);
    save(name, rt::concatenate({model.coef, column}, 1));
  }

  std::string folder;
  rt::Array<double, 2> x, counts;
  rt::Array<double, 1> binary, digit, number, time, weights;
  rt::Array<double, 2> small;
};

void fit_linear(const Data& data) {
  data.save_linear("linear", models::LinearRegression().fit(data.x, data.number));
  data.save_linear("ridge", models::Ridge({.alpha = 2}).fit(data.x, data.number));
  data.save_linear("ridge_sparse",
                   models::Ridge({.alpha = 2}).fit(rt::to_sparse(data.counts), data.number));
  data.save_linear(
      "lasso",
      models::Lasso({.alpha = 0.1, .max_iter = 5000, .tol = 1e-10}).fit(data.x, data.number));
  data.save_linear(
      "elastic_net",
      models::ElasticNet({.alpha = 0.1, .max_iter = 5000, .tol = 1e-10}).fit(data.x, data.number));
  data.save_linear("poisson",
                   models::PoissonRegressor({.alpha = 0.1, .tol = 1e-9, .solver = "newton"})
                       .fit(data.x, rt::floor(data.time)));
  data.save_linear("gamma",
                   models::ExponentialRegression({.alpha = 0.1, .tol = 1e-9, .solver = "irls"})
                       .fit(data.x, data.time));
  models::LogisticRegression binary({.C = 0.5, .tol = 1e-9, .solver = "newton"});
  data.save_classes("logistic", binary.fit(data.x, data.binary));
  models::LogisticRegression softmax({.C = 0.01, .tol = 1e-9, .solver = "newton"});
  data.save_classes("softmax", softmax.fit(rt::to_sparse(data.counts), data.digit));
  data.save("softmax_proba", softmax.predict_proba(data.counts));
  data.save_classes("svc", models::LinearSVC({.C = 0.05, .tol = 1e-9}).fit(data.x, data.binary));
}

void fit_weighted(const Data& data) {
  const auto& [x, y, w] = std::tie(data.x, data.number, data.weights);
  data.save_linear("linear_weighted", models::LinearRegression().fit(x, y, w));
  data.save_linear("ridge_weighted", models::Ridge({.alpha = 2}).fit(x, y, w));
  models::ElasticNet net({.alpha = 0.1, .max_iter = 5000, .tol = 1e-10});
  data.save_linear("elastic_net_weighted", net.fit(x, y, w));
  models::PoissonRegressor poisson({.alpha = 0.1, .tol = 1e-9, .solver = "newton"});
  const rt::Array<double, 1> counts = rt::floor(data.time);
  data.save_linear("poisson_weighted", poisson.fit(x, counts, w));
  models::LogisticRegression binary({.C = 0.5, .tol = 1e-9, .solver = "newton"});
  data.save_classes("logistic_weighted", binary.fit(x, data.binary, w));
  models::LinearSVC svc({.C = 0.05, .tol = 1e-9});
  data.save_classes("svc_weighted", svc.fit(x, data.binary, w));
  models::GaussianNB gaussian;
  data.save("gaussian_nb_weighted", gaussian.fit(x, data.binary, w).predict_proba(x));
  models::MultinomialNB multinomial;
  data.save("multinomial_nb_weighted",
            multinomial.fit(data.counts, data.digit, w).predict_proba(data.counts));
  data.save("scores_weighted", rt::array({net.score(x, y, w), poisson.score(x, counts, w),
                                          binary.score(x, data.binary, w),
                                          multinomial.score(data.counts, data.digit, w)}));
}

void fit_others(const Data& data) {
  models::GaussianNB gaussian;
  data.save("gaussian_nb", gaussian.fit(data.x, data.binary).predict_proba(data.x));
  models::MultinomialNB multinomial;
  data.save("multinomial_nb",
            multinomial.fit(rt::to_sparse(data.counts), data.digit).predict_proba(data.counts));
  models::PCA pca({.n_components = 5});
  data.save("pca", pca.fit(data.counts).components);
  data.save("pca_variance", pca.explained_variance_ratio);
  models::TruncatedSVD svd({.n_components = 5, .n_iter = 20});
  data.save("svd", svd.fit(rt::to_sparse(data.counts)).singular_values);
  models::KMeans kmeans({.n_clusters = 10, .n_init = 8, .tol = 0});
  data.save("kmeans", rt::full({1}, kmeans.fit(data.counts).inertia));
  models::NMF nmf({.n_components = 8, .max_iter = 400});
  nmf.fit(rt::to_sparse(data.counts));
  data.save("nmf", rt::full({1}, nmf.reconstruction_err));
  models::GaussianMixture mixture({.n_components = 3, .max_iter = 1000, .tol = 1e-10});
  data.save("mixture", rt::full({1}, mixture.fit(data.small).score(data.small)));
  models::SpectralClustering spectral({.n_clusters = 3, .gamma = 0.5});
  data.save("spectral", spectral.fit_predict(data.small));
  models::LatentDirichletAllocation topics({.n_components = 5, .max_iter = 20});
  data.save("topics", topics.fit(rt::to_sparse(data.counts)).components);
}

void judge(const Data& data) {
  const rt::Array<double, 1> y = data.digit;
  // Every fifth digit is taken for the next one.
  const auto row = rt::arange<std::int64_t>(y.size());
  const rt::Array<double, 1> predicted = rt::where(row % 5 == 0, rt::mod(y + 1.0, 10.0), y);
  const rt::Array<double, 2> probabilities =
      (rt::abs(data.counts(rt::all_of_axis, rt::slice(10, 20))) + 1.0) /
      rt::sum(rt::abs(data.counts(rt::all_of_axis, rt::slice(10, 20))) + 1.0, 1, rt::keepdims);
  const rt::Array<double, 1> scores = rt::round(data.x(rt::all_of_axis, 0) * 4.0);
  const models::SampleWeights none;
  const models::SampleWeights weights(data.weights);
  for (const bool weighted : {false, true}) {
    const auto& w = weighted ? weights : none;
    const std::string end = weighted ? "_weighted" : "";
    data.save("confusion" + end, models::confusion_matrix(y, predicted, w));
    data.save("metrics" + end,
              rt::array({double(models::accuracy_score(y, predicted, w)),
                         double(models::precision_score(y == 1.0, predicted == 1.0, w)),
                         double(models::precision_score(y, predicted, w, {.average = "macro"})),
                         double(models::recall_score(y, predicted, w, {.average = "weighted"})),
                         double(models::f1_score(y, predicted, w, {.average = "macro"})),
                         double(models::balanced_accuracy_score(y, predicted, w)),
                         double(models::matthews_corrcoef(y, predicted, w)),
                         double(models::log_loss(y, probabilities, w)),
                         double(models::roc_auc_score(data.binary, scores, w)),
                         double(models::mean_squared_error(y, predicted, w)),
                         double(models::mean_absolute_error(y, predicted, w)),
                         double(models::r2_score(y, predicted, w))}));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  if (argc != 2) {
    std::fputs("usage: models_face <folder>\n", stderr);
    return 2;
  }
  const Data data(argv[1]);
  fit_linear(data);
  fit_weighted(data);
  fit_others(data);
  judge(data);
}
