// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <Eigen/SVD>
#include <limits>
#include <vector>

#include "support/model_data.hpp"

namespace rt = relatile;
using rt::test::ModelData;
using rt::test::require_close;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

namespace {

Matrix matrix_of(const ModelData& data) {
  return Eigen::Map<const Matrix>(data.numbers.data(), data.rows, data.columns);
}

/// The singular values are those of Eigen, and so are the components but for their signs.
template <class Model>
void check(const Model& model, const Matrix& wanted, Eigen::Index count) {
  const Eigen::JacobiSVD<Matrix> svd(wanted, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const auto values = rt::to_vector(model.singular_values);
  const Matrix components = rt::to_eigen(model.components);
  REQUIRE(components.rows() == count);
  for (Eigen::Index k = 0; k < count; ++k) {
    CHECK(values[std::size_t(k)] == Approx(svd.singularValues()(k)).epsilon(1e-9));
    const Eigen::VectorXd own = components.row(k);
    CHECK(std::abs(own.dot(svd.matrixV().col(k))) == Approx(1).epsilon(1e-9));
    Eigen::Index largest = 0;
    own.cwiseAbs().maxCoeff(&largest);
    CHECK(own(largest) > 0);
  }
}

}  // namespace

TEST_CASE("principal components are the singular vectors of what is centred") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const ModelData data(67, 5, 1);
  const Matrix x = matrix_of(data).array() + 3;
  const Matrix centred = x.rowwise() - x.colwise().mean();
  rt::models::PCA model({.n_components = 3});
  model.fit(data.x + 3.0);
  check(model, centred, 3);
  const auto seen = rt::to_eigen(model.transform(data.x + 3.0));
  CHECK((seen - centred * rt::to_eigen(model.components).transpose()).norm() < 1e-11);
  const double total = centred.squaredNorm() / 66;
  const auto variance = rt::to_vector(model.explained_variance);
  CHECK(variance[0] == Approx(seen.col(0).squaredNorm() / 66));
  CHECK(rt::to_vector(model.explained_variance_ratio)[1] == Approx(variance[1] / total));

  rt::models::PCA of_sparse, whitened({.whiten = true});
  of_sparse.fit(data.sparse);
  check(of_sparse, matrix_of(data).rowwise() - matrix_of(data).colwise().mean(), 5);
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
    check(exact.fit(x), matrix_of(data), 4);
    rt::models::TruncatedSVD random({.n_components = 4, .n_iter = 30});
    check(random.fit(x), matrix_of(data), 4);
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
