// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/model_data.hpp"

namespace factorizations_test {

namespace rt = relatile;
using rt::test::ModelData;
using rt::test::require_close;
using Matrix = rt::Array<double, 2>;

TEST_CASE("factors without negative elements fit better and better, as plain loops update them") {
  std::vector<double> first;
  for (const int sites : {1, 2, 3, 7}) {
    auto context = rt::Context::loopback(sites);
    const ModelData data(41, 17, 1);
    const Matrix dense = rt::maximum(data.x, 0.0);
    const rt::SparseArray<double> sparse = rt::to_sparse(dense);
    for (const bool is_sparse : {false, true}) {
      const auto x = is_sparse ? rt::models::Features(sparse) : rt::models::Features(dense);
      rt::models::NMF few({.n_components = 3, .max_iter = 5}),
          more({.n_components = 3, .max_iter = 6});
      const auto w5 = rt::to_vector(few.fit_transform(x));
      const auto h5 = rt::to_vector(few.components);
      const Matrix w = more.fit_transform(x);
      CHECK_FALSE(more.converged);
      CHECK(more.reconstruction_err < few.reconstruction_err);
      const Matrix missed = dense - rt::matmul(w, more.components);
      CHECK(more.reconstruction_err == Approx(std::sqrt(rt::item(rt::sum(missed * missed)))));
      // One update of w in plain loops.
      const auto a = rt::to_vector(dense);
      const auto w6 = rt::to_vector(w);
      for (std::size_t i = 0; i < 41; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
          double wanted = 0, made = 0;
          for (std::size_t j = 0; j < 17; ++j) {
            wanted += a[17 * i + j] * h5[17 * k + j];
            double product = 0;
            for (std::size_t l = 0; l < 3; ++l) product += w5[3 * i + l] * h5[17 * l + j];
            made += product * h5[17 * k + j];
          }
          CHECK(w6[3 * i + k] == Approx(w5[3 * i + k] * wanted / made).margin(1e-12));
        }
      }
      if (first.empty()) first = w6;
      for (std::size_t i = 0; i < w6.size(); ++i) CHECK(w6[i] == Approx(first[i]).margin(1e-10));
    }
  }
}

TEST_CASE("a product of such factors is found again") {
  auto context = rt::Context::loopback(2);
  const Matrix u = rt::random::uniform<double>(0.0, 1.0, {30, 2}, rt::random::Seed{1});
  const Matrix v = rt::random::uniform<double>(0.0, 1.0, {2, 12}, rt::random::Seed{2});
  const Matrix x = rt::matmul(u, v);
  rt::models::NMF model({.max_iter = 5000, .tol = 1e-9});
  const Matrix w = model.fit_transform(x);
  CHECK(model.converged);
  CHECK(model.reconstruction_err < 1e-3 * std::sqrt(rt::item(rt::sum(x * x))));
  require_close(rt::matmul(model.transform(x), model.components), x, 0.02);
  CHECK_THROWS_AS(model.fit(x - 0.5), rt::Error);
  CHECK_THROWS_AS(rt::models::NMF({.n_components = 0}).fit(x), rt::ShapeMismatch);
}

TEST_CASE("alternating least squares solve the normal equations of every item") {
  std::vector<double> first;
  for (const int sites : {1, 2, 3, 7}) {
    auto context = rt::Context::loopback(sites);
    const ModelData data(23, 13, 3);
    const rt::SparseArray<double> some = rt::keep_entries(data.sparse, data.sparse.values() > -0.4);
    rt::models::ALS model({.n_factors = 3, .alpha = 0.2, .max_iter = 7, .tol = 0});
    model.fit(some);
    const auto u = rt::to_vector(model.user_factors);
    const auto v = rt::to_vector(model.item_factors);
    double objective = 0;
    for (const double number : u) objective += 0.2 * number * number;
    for (const double number : v) objective += 0.2 * number * number;
    for (std::size_t j = 0; j < 13; ++j) {
      std::vector<double> gradient{0.2 * v[3 * j], 0.2 * v[3 * j + 1], 0.2 * v[3 * j + 2]};
      for (std::size_t i = 0; i < 23; ++i) {
        const double rating = data.numbers[13 * i + j];
        if (rating == 0 || rating <= -0.4) continue;
        double missed = -rating;
        for (std::size_t f = 0; f < 3; ++f) missed += u[3 * i + f] * v[3 * j + f];
        objective += missed * missed;
        for (std::size_t f = 0; f < 3; ++f) gradient[f] += missed * u[3 * i + f];
      }
      for (const double slope : gradient) CHECK(std::abs(slope) < 1e-10);
    }
    CHECK(model.objective == Approx(objective));
    require_close(model.predict(rt::as_array(rt::array<std::int64_t>({4, 0})),
                                rt::as_array(rt::array<std::int64_t>({1, 12}))),
                  rt::array({model.predict()(4, 1).item(), model.predict()(0, 12).item()}), 1e-12);
    if (first.empty()) first = u;
    for (std::size_t i = 0; i < u.size(); ++i) CHECK(u[i] == Approx(first[i]).margin(1e-8));
  }
}

TEST_CASE("of all elements, alternating least squares are the singular values less the penalty") {
  auto context = rt::Context::loopback(3);
  const ModelData data(40, 9, 4);
  const double alpha = 0.5;
  rt::models::ALS model({.n_factors = 2, .alpha = alpha, .max_iter = 3000, .tol = 1e-15});
  model.fit(data.x);
  rt::models::TruncatedSVD svd({.n_components = 2, .algorithm = "gram"}),
      own({.n_components = 2, .algorithm = "gram"});
  svd.fit(data.x);
  own.fit(model.predict());
  require_close(own.singular_values, svd.singular_values - alpha, 1e-4);
  CHECK_THROWS_AS(rt::models::ALS({.alpha = 0}).fit(data.x), rt::Error);
}

TEST_CASE("topics that documents were made of are found") {
  std::vector<double> first;
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    // Documents of 3 topics, each of 5 words of its own, 40 words a document.
    std::vector<double> numbers(60 * 15);
    std::mt19937 bits(1);
    for (std::size_t i = 0; i < 60; ++i) {
      for (int word = 0; word < 40; ++word) {
        const std::size_t topic = bits() % 10 == 0 ? bits() % 3 : i % 3;
        numbers[15 * i + 5 * topic + bits() % 5] += 1;
      }
    }
    const Matrix counts = rt::from_span(numbers, {60, 15});
    const rt::SparseArray<double> sparse = rt::to_sparse(counts);
    rt::models::LatentDirichletAllocation model({.n_components = 3, .max_iter = 60, .seed = 2});
    model.fit(sparse);
    CHECK(model.converged);
    const auto topics = rt::to_vector(model.components);
    double total = 0;
    std::vector<std::size_t> leading;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto begin = topics.begin() + std::ptrdiff_t(15 * k);
      std::vector<double> groups(3);
      for (std::size_t j = 0; j < 15; ++j) groups[j / 5] += *(begin + std::ptrdiff_t(j));
      total += groups[0] + groups[1] + groups[2];
      const auto best = std::max_element(groups.begin(), groups.end());
      leading.push_back(std::size_t(best - groups.begin()));
      CHECK(*best > 0.95 * (groups[0] + groups[1] + groups[2]));
    }
    CHECK(total == Approx(60 * 40 + 15).epsilon(1e-6));  // words, and the prior of each place
    const auto shares = model.transform(counts);
    require_close(rt::sum(shares, 1), rt::ones({60}), 1e-12);
    const auto guessed = rt::to_vector(rt::argmax(shares, 1));
    for (std::size_t i = 0; i < 60; ++i) CHECK(leading[std::size_t(guessed[i])] == i % 3);
    if (first.empty()) first = topics;
    for (std::size_t i = 0; i < topics.size(); ++i)
      CHECK(topics[i] == Approx(first[i]).margin(1e-6));
  }
  auto context = rt::Context::loopback(1);
  CHECK_THROWS_AS(rt::models::LatentDirichletAllocation().fit(rt::full({2, 2}, -1.0)), rt::Error);
}

TEST_CASE("documents have the same topics beside many that are settled at once") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  std::mt19937 bits(3);
  std::vector<double> numbers(80 * 6), mixed(5 * 6);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool own = (i % 6 < 3) == (i < numbers.size() / 2);
    numbers[i] = own ? double(4 + bits() % 9) : double(bits() % 8 == 0);
  }
  for (double& count : mixed) count = double(bits() % 5);
  const Matrix documents = rt::from_span(mixed, {5, 6});
  const Matrix of_a_word = rt::where(rt::arange<std::int64_t>(6) == 0, 1.0, rt::zeros({2000, 6}));
  const Matrix both = rt::concatenate({documents, of_a_word}, 0);
  rt::models::LatentDirichletAllocation model({.n_components = 3});
  model.fit(rt::from_span(numbers, {80, 6}));
  const Matrix alone = model.transform(documents);
  CHECK(model.transform(rt::zeros({0, 6})).shape(0) == 0);
  // Where documents end decides what topics become.
  rt::models::LatentDirichletAllocation rough({.n_components = 3, .max_iter = 1}),
      exact(
          {.n_components = 3, .max_iter = 1, .max_doc_update_iter = 1000, .mean_change_tol = 1e-9});
  rough.fit(both);
  exact.fit(both);
  CHECK(rt::item(rt::max(rt::abs(rough.components - exact.components))) < 0.05);
  require_close(model.transform(both)(rt::slice(0, 5)), alone, 1e-4);
}

TEST_CASE("clusters that are rings are found by what is connected") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const std::string affinity = GENERATE("rbf", "nearest_neighbors");
  const std::int64_t n = affinity == "rbf" ? 150 : 1100;  // of the latter eigenvectors are iterated
  const rt::Array<double, 1> angle = rt::arange<double>(double(n)) * 0.7;
  const rt::Array<double, 1> radius =
      rt::where(rt::arange<double>(double(n)) < double(n / 2), 1.0, 4.0);
  const Matrix x =
      rt::stack({rt::as_array(radius * rt::cos(angle)), rt::as_array(radius * rt::sin(angle))}, 1);
  rt::models::SpectralClustering model(
      {.n_clusters = 2, .affinity = affinity, .gamma = 4, .n_neighbors = 40});
  const auto labels = rt::to_vector(model.fit_predict(x));
  for (std::int64_t i = 0; i < n; ++i) {
    CHECK(labels[std::size_t(i)] == (i < n / 2 ? labels.front() : labels.back()));
  }
  CHECK(labels.front() != labels.back());
  CHECK(model.converged);
  rt::models::SpectralClustering again({.n_clusters = 2, .affinity = "precomputed"});
  if (n < 1000) CHECK(rt::to_vector(again.fit_predict(model.affinity_matrix)) == labels);
  CHECK_THROWS_AS(again.fit(x), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::models::SpectralClustering({.n_clusters = 2, .affinity = "none"}).fit(x),
                  rt::Error);
}

}  // namespace factorizations_test
