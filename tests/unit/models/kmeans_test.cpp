// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <limits>
#include <vector>

#include "support/model_data.hpp"

namespace kmeans_test {

namespace rt = relatile;
using rt::test::ModelData;
using rt::test::require_close;

namespace {

/// The nearest centres of rows in plain loops, the inertia, and the means of clusters.
struct Assigned {
  std::vector<std::int64_t> labels;
  double inertia = 0;
  std::vector<double> means;
};
Assigned assigned(const ModelData& data, const std::vector<double>& centres) {
  const auto d = std::size_t(data.columns);
  const std::size_t count = centres.size() / d;
  Assigned found;
  found.means.assign(centres.size(), 0);
  std::vector<double> sizes(count);
  for (std::size_t i = 0; i < std::size_t(data.rows); ++i) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (std::size_t c = 0; c < count; ++c) {
      double distance = 0;
      for (std::size_t j = 0; j < d; ++j) {
        distance += std::pow(data.numbers[i * d + j] - centres[c * d + j], 2);
      }
      if (distance < least) {
        least = distance;
        best = c;
      }
    }
    found.inertia += least;
    found.labels.push_back(std::int64_t(best));
    sizes[best] += 1;
    for (std::size_t j = 0; j < d; ++j) found.means[best * d + j] += data.numbers[i * d + j];
  }
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t j = 0; j < d; ++j) found.means[c * d + j] /= sizes[c];
  }
  return found;
}

}  // namespace

TEST_CASE("k-means ends where centres are the means of what is nearest, however it is run") {
  std::vector<double> first;
  for (const int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    const ModelData data(307, 3, 1);
    for (const bool sparse : {false, true}) {
      const auto x = sparse ? rt::models::Features(data.sparse) : rt::models::Features(data.x);
      rt::models::KMeans model({.n_clusters = 5, .n_init = 3, .tol = 0, .seed = 4});
      model.fit(x);
      CHECK(model.converged);
      const auto centres = rt::to_vector(model.cluster_centers);
      const auto wanted = assigned(data, centres);
      CHECK(rt::to_vector(model.labels) == wanted.labels);
      CHECK(rt::to_vector(model.predict(data.sparse)) == wanted.labels);
      CHECK(model.inertia == Approx(wanted.inertia));
      CHECK(model.score(x) == Approx(-wanted.inertia));
      for (std::size_t i = 0; i < centres.size(); ++i) {
        CHECK(centres[i] == Approx(wanted.means[i]).margin(1e-12));
      }
      const auto distances = model.transform(x);
      CHECK(rt::item(rt::sum(rt::square(rt::min(distances, 1)))) == Approx(wanted.inertia));
      if (first.empty()) first = centres;
      for (std::size_t i = 0; i < centres.size(); ++i) {
        CHECK(centres[i] == Approx(first[i]).margin(1e-10));
      }
    }
  }
}

TEST_CASE("k-means++ finds clusters that are far apart, and more starts are no worse") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const rt::Array<double, 2> noise =
      rt::random::normal<double>(0.0, 1.0, {600, 2}, rt::random::Seed{2});
  const rt::Array<double, 1> group = rt::arange<double>(600) % 6.0;
  const rt::Array<double, 2> x =
      noise + 40.0 * rt::stack({rt::as_array(rt::cos(group)), rt::as_array(rt::sin(group))}, 1);
  rt::models::KMeans model({.n_clusters = 6, .seed = 1});
  model.fit(x);
  CHECK(model.inertia < 600 * 2.5);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    rt::models::KMeans one({.n_clusters = 9, .n_init = 1, .seed = seed});
    rt::models::KMeans many({.n_clusters = 9, .n_init = 5, .seed = seed});
    CHECK(many.fit(x).inertia <= one.fit(x).inertia * (1 + 1e-12));
  }
}

TEST_CASE("k-means of as many clusters as rows, of one, and of too many") {
  auto context = rt::Context::loopback(2);
  const ModelData data(11, 2, 3);
  rt::models::KMeans all({.n_clusters = 11});
  CHECK(all.fit(data.x).inertia == Approx(0).margin(1e-20));
  rt::models::KMeans one({.n_clusters = 1});
  require_close(one.fit(data.x).cluster_centers(0, rt::all_of_axis), rt::mean(data.x, 0), 1e-12);
  CHECK_THROWS_AS(rt::models::KMeans({.n_clusters = 12}).fit(data.x), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::models::KMeans().predict(data.x), rt::Error);
  auto broken = data.x;
  broken(1, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(one.fit(broken), rt::Error);
  CHECK_THROWS_WITH(rt::models::GaussianMixture().fit(broken),
                    Catch::Matchers::ContainsSubstring("relatile: GaussianMixture: "));
  rt::models::KMeans hurried({.n_clusters = 4, .n_init = 1, .max_iter = 1, .tol = 0});
  const ModelData more(200, 2, 5);
  CHECK_FALSE(hurried.fit(more.x).converged);
  CHECK(hurried.n_iter == 1);
}

}  // namespace kmeans_test
