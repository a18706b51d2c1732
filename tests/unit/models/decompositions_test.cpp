// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/array_matrices.hpp"
#include "support/dense_oracles.hpp"
#include "support/model_data.hpp"

namespace decompositions_test {

namespace rt = relatile;
using rt::test::centred;
using rt::test::column;
using rt::test::difference;
using rt::test::Matrix;
using rt::test::matrix_of;
using rt::test::ModelData;
using rt::test::norm;
using rt::test::product;
using rt::test::require_close;

namespace {

Matrix numbers_of(const ModelData& data) {
  Matrix m(data.rows, data.columns);
  std::copy(data.numbers.begin(), data.numbers.end(), m.data());
  return m;
}

/// The singular values are those of Eigen, and so are the components but for their signs.
void check(const std::vector<double>& values, const Matrix& components, const Matrix& x,
           Eigen::Index count) {
  const auto wanted = rt::test::singular_values(x);
  const Matrix vectors = rt::test::right_singular_vectors(x);
  REQUIRE(components.rows() == count);
  const Matrix along = product(components, vectors);
  for (Eigen::Index k = 0; k < count; ++k) {
    CHECK(values[std::size_t(k)] == Approx(wanted[std::size_t(k)]).epsilon(1e-9));
    CHECK(std::abs(along(k, k)) == Approx(1).epsilon(1e-9));
    double largest = 0;
    for (Eigen::Index j = 0; j < x.cols(); ++j) {
      const double element = components(k, j).real();
      if (std::abs(element) > std::abs(largest)) largest = element;
    }
    CHECK(largest > 0);
  }
}
template <class Model>
void check(const Model& model, const Matrix& x, Eigen::Index count) {
  check(rt::to_vector(model.singular_values), matrix_of(model.components), x, count);
}

}  // namespace

TEST_CASE("principal components are the singular vectors of what is centred") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const ModelData data(67, 5, 1);
  const Matrix threes = rt::test::scaled(rt::test::ones(data.rows, data.columns), 3);
  const Matrix x = centred(rt::test::sum(numbers_of(data), threes));
  rt::models::PCA model({.n_components = 3});
  model.fit(data.x + 3.0);
  check(model, x, 3);
  const Matrix seen = matrix_of(model.transform(data.x + 3.0));
  const Matrix projected = product(x, rt::test::transposed(matrix_of(model.components)));
  CHECK(norm(difference(seen, projected)) < 1e-11);
  const double total = norm(x) * norm(x) / 66;
  const auto variance = rt::to_vector(model.explained_variance);
  CHECK(variance[0] == Approx(norm(column(seen, 0)) * norm(column(seen, 0)) / 66));
  CHECK(rt::to_vector(model.explained_variance_ratio)[1] == Approx(variance[1] / total));

  rt::models::PCA of_sparse, whitened({.whiten = true});
  of_sparse.fit(data.sparse);
  check(of_sparse, centred(numbers_of(data)), 5);
  require_close(of_sparse.inverse_transform(of_sparse.transform(data.sparse)), data.x, 1e-11);
  const auto white = whitened.fit_transform(data.x);
  require_close(rt::var(white, 0, {.ddof = 1}), rt::ones({5}), 1e-11);
  require_close(whitened.inverse_transform(white), data.x, 1e-11);
}

TEST_CASE("truncated singular values, exactly and by random vectors") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const ModelData data(83, 30, 2);
  for (const bool sparse : {false, true}) {
    const auto x = sparse ? rt::models::Features(data.sparse) : rt::models::Features(data.x);
    rt::models::TruncatedSVD exact({.n_components = 4, .algorithm = "gram"});
    check(exact.fit(x), numbers_of(data), 4);
    rt::models::TruncatedSVD random({.n_components = 4, .n_iter = 30});
    check(random.fit(x), numbers_of(data), 4);
    require_close(random.transform(x), exact.transform(x), 1e-5);
    rt::models::TruncatedSVD all({.n_components = 30, .n_iter = 0});
    require_close(all.inverse_transform(all.fit_transform(x)), data.x, 1e-9);
  }
}

TEST_CASE("matrices of less rank, and what has no components, is said") {
  auto context = rt::Context::loopback(2);
  const ModelData data(40, 2, 3);
  const rt::Array<double, 2> twice = rt::concatenate({data.x, data.x}, 1);
  rt::models::TruncatedSVD model({.n_components = 4});
  const auto values = rt::to_vector(model.fit(twice).singular_values);
  CHECK(values[1] > 1);
  CHECK(values[2] == Approx(0).margin(1e-6));
  require_close(model.inverse_transform(model.transform(twice)), twice, 1e-10);
  CHECK_THROWS_AS(rt::models::PCA({.n_components = 5}).fit(twice), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::models::TruncatedSVD({.algorithm = "none"}).fit(twice), rt::Error);
  CHECK_THROWS_AS(rt::models::PCA().transform(twice), rt::Error);
  CHECK_THROWS_AS(rt::models::PCA().inverse_transform(twice), rt::Error);
  auto broken = data.x;
  broken(1, 1) = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(rt::models::PCA().fit(broken), rt::Error);
  CHECK_THROWS_AS(rt::models::TruncatedSVD({.n_components = 1}).fit(broken), rt::Error);
}

}  // namespace decompositions_test
