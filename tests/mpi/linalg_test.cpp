// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// ranks: 1 2 4
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <relatile/iterative.hpp>
#include <relatile/linalg.hpp>
#include <relatile/models.hpp>
#include <relatile/spectral.hpp>
#include <relatile/tensors.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/directory.hpp"
#include "support/traffic.hpp"

namespace linalg_test {

// Linear algebra, decompositions of tensors and models between processes: backward errors in units
// of the precision, the same numbers on every rank, and what was predicted is what was sent.

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;
using rt::test::common_error;

namespace {

Matrix noise(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  const Matrix x = rt::random::normal<double>(0.0, 1.0, {rows, columns}, rt::random::Seed{seed});
  rt::evaluate(x);
  return x;
}

double size_of(const Matrix& x) { return double(rt::item(rt::norm(x))); }

/// |residual| / (|scale| n epsilon), as LAPACK's tests have it.
double ratio(const Matrix& residual, const Matrix& scale) {
  const auto n = double(std::max(residual.shape(0), residual.shape(1)));
  return size_of(residual) / (size_of(scale) * n * std::numeric_limits<double>::epsilon());
}
double from_orthonormal(const Matrix& q) {
  const Matrix unit = rt::eye(q.shape(1));
  return ratio(rt::matmul(rt::transpose(q), q) - unit, unit);
}

/// What has been evaluated was sent as predicted, and is the same on all ranks, bit for bit.
template <class T, int N>
void require_alike(const rt::Array<T, N>& x) {
  rt::test::require_report(x.node());
  const auto numbers = rt::to_vector(x);
  std::string bytes(numbers.size() * sizeof(T), '\0');
  if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  CHECK((rt::Context::current().transport().text_from(0, bytes) == bytes));
}
template <class... A>
void require_all_alike(const A&... arrays) {
  (require_alike(arrays), ...);
}

}  // namespace

TEST_CASE("arrays of matrices beside right-hand sides that broadcast") {
  rt::Context context(MPI_COMM_WORLD);
  const auto drawn = [](const rt::Extents& shape, std::uint64_t seed) {
    return rt::random::normal<double, 4>(0.0, 1.0, shape, rt::random::Seed{seed});
  };
  const rt::Array<double, 4> a = 0.2 * drawn({5, 1, 6, 6}, 1) + 2.0 * rt::eye(6);
  const rt::Array<double, 4> b = drawn({1, 3, 6, 2}, 2);
  rt::evaluate(a, b);
  const rt::Array<double, 4> x = rt::solve(a, b);
  const rt::Array<double, 4> by_one = rt::solve(a(0, 0), b);
  const rt::Array<double, 4> lower = rt::solve_triangular(a, b, {.lower = true});
  rt::evaluate(x, by_one, lower);
  require_all_alike(x, by_one, lower);
  CHECK((x.shape() == rt::Extents{5, 3, 6, 2}));
  CHECK(rt::allclose(rt::matmul(a, x), b, 1e-12, 1e-12).item());
  CHECK(rt::allclose(rt::matmul(a(0, 0), by_one), b, 1e-12, 1e-12).item());
  CHECK(rt::allclose(rt::matmul(rt::tril(a), lower), b, 1e-12, 1e-12).item());
}

TEST_CASE("factorizations in panels, and of blocks of rows") {
  rt::Context context(MPI_COMM_WORLD);
  const std::int64_t n = 71;
  const Matrix a = noise(n, n, 1);
  const Matrix b = noise(n, 5, 2);
  const auto [p, l, u] = rt::lu(a, {16});
  const Matrix x = rt::solve(a, b, {16});
  const Matrix inverse = rt::inv(a, {16});
  const Matrix positive = rt::matmul(a, rt::transpose(a)) + rt::eye(n);
  const Matrix half = rt::cholesky(positive, {16});
  rt::evaluate(p, l, u, x, inverse, half, positive);
  require_all_alike(l, u, x, inverse, half);
  CHECK(ratio(rt::matmul(rt::matmul(p, l), u) - a, a) < 30);
  CHECK(ratio(rt::matmul(a, x) - b, x) < 30 * size_of(a));
  CHECK(ratio(rt::matmul(a, inverse) - rt::eye(n), inverse) < 30 * size_of(a));
  CHECK(ratio(rt::matmul(half, rt::transpose(half)) - positive, positive) < 30);
  const Matrix tall = noise(400, 7, 3);
  for (const auto& [m, options] :
       {std::pair{a, rt::QrOptions{.panel = 16}}, {tall, rt::QrOptions{.block_rows = 20}}}) {
    const auto [q, r] = rt::qr(m, options);
    rt::evaluate(q, r);
    require_all_alike(q, r);
    CHECK(ratio(rt::matmul(q, r) - m, m) < 30);
    CHECK(from_orthonormal(q) < 30);
  }
  const Matrix hole = rt::eye(40) - rt::outer(rt::eye(40)(7), rt::eye(40)(7));
  CHECK_THAT(common_error<rt::KernelError>(context.transport(),
                                           [&] { rt::evaluate(rt::solve(hole, rt::ones({40}))); }),
             ContainsSubstring("pivot 7 is zero"));
}

TEST_CASE("singular values, eigenvalues and least squares") {
  rt::Context context(MPI_COMM_WORLD);
  const Matrix tall = noise(300, 6, 4);
  const auto svd = rt::svd(tall);
  require_all_alike(svd.U, svd.S, svd.Vh);
  CHECK(ratio(rt::matmul(svd.U * svd.S, svd.Vh) - tall, tall) < 30);
  CHECK(from_orthonormal(svd.U) < 30);
  const Matrix square = noise(23, 23, 5);
  const Matrix symmetric = square + rt::transpose(square);
  const auto pairs = rt::eigh(symmetric);
  require_all_alike(pairs.eigenvalues, pairs.eigenvectors);
  const Matrix& v = pairs.eigenvectors;
  CHECK(ratio(rt::matmul(symmetric, v) - v * pairs.eigenvalues, symmetric) < 30);
  const auto by_panels = rt::eigh(symmetric, {.panel = 4});
  require_all_alike(by_panels.eigenvalues, by_panels.eigenvectors);
  const Matrix& u = by_panels.eigenvectors;
  CHECK(ratio(rt::matmul(symmetric, u) - u * by_panels.eigenvalues, symmetric) < 30);
  CHECK(from_orthonormal(u) < 30);
  const auto of_square = rt::svd(square, {.panel = 5});
  require_all_alike(of_square.U, of_square.S, of_square.Vh);
  CHECK(ratio(rt::matmul(of_square.U * of_square.S, of_square.Vh) - square, square) < 30);
  const auto largest = rt::eigsh(symmetric, 3, {.which = "LA"});
  require_all_alike(largest.eigenvalues, largest.eigenvectors);
  CHECK(rt::allclose(largest.eigenvalues, pairs.eigenvalues(rt::slice(-3)), 1e-12).item());
  const Vector b = noise(300, 1, 6)(rt::all_of_axis, 0);
  const auto least = rt::lstsq(tall, b);
  require_alike(least.x);
  const Vector normal = rt::matmul(b - rt::matmul(tall, least.x), tall);
  CHECK(double(rt::item(rt::norm(normal))) < 1e-12 * size_of(tall));
  CHECK(rt::allclose(rt::matmul(rt::expm(square), rt::expm(-square)), rt::eye(23), 0, 1e-8).item());
}

TEST_CASE("systems of small numbers solved by products") {
  rt::Context context(MPI_COMM_WORLD);
  const std::int64_t n = 60;
  const auto a = rt::diags({-1.0, 4.0, -1.0}, {-1, 0, 1}, {n, n});
  const double scale = 1e-200;  // of which the square is 0
  const Vector b = scale * noise(n, 1, 7)(rt::all_of_axis, 0);
  const auto require = [&](const auto& found) {
    CHECK(found.converged);
    require_alike(found.x);
    const Vector rest = (b - rt::matmul(a, found.x)) / scale;
    CHECK(double(rt::item(rt::norm(rest))) < 1e-4);
  };
  require(rt::cg(a, b));
  require(rt::gmres(a, b));
  require(rt::bicgstab(a, b));
  require(rt::minres(a, b));
  require(rt::lsqr(a, b));
}

TEST_CASE("decompositions of tensors") {
  rt::Context context(MPI_COMM_WORLD);
  const auto x = rt::as_array(rt::reshape(noise(7, 30, 8), {7, 5, 6}));
  const auto size = double(rt::item(rt::norm(x)));
  const auto from_x = [&](const rt::Array<double, 3>& y) {
    return double(rt::item(rt::norm(x - y))) / size;
  };
  const auto train = rt::tensor_train(x, 0.0);
  require_all_alike(train[0], train[1], train[2]);
  CHECK(from_x(rt::tt_to_tensor(train)) < 1e-13);
  const auto tucker = rt::tucker(x, {4, 5, 3}, {.max_iter = 5});
  require_all_alike(tucker.core, tucker.factors[0], tucker.factors[2]);
  CHECK(std::abs(from_x(rt::tucker_to_tensor(tucker)) - tucker.errors.back()) < 1e-8);
  const auto cp = rt::cp_als(x, 3, {.max_iter = 5});
  require_all_alike(cp.weights, cp.factors[0], cp.factors[1]);
  CHECK(std::abs(from_x(rt::cp_to_tensor(cp)) - cp.errors.back()) < 1e-8);
}

TEST_CASE("models are where their gradients vanish, on every rank alike") {
  rt::Context context(MPI_COMM_WORLD);
  const std::int64_t n = 211;
  const Matrix x = noise(n, 4, 9);
  const Vector eta = x(rt::all_of_axis, 0) - 0.5 * x(rt::all_of_axis, 2);
  const Vector y = eta + noise(n, 1, 10)(rt::all_of_axis, 0);
  const auto slope = [&](const Vector& rest) {
    return double(rt::item(rt::max(rt::abs(rt::matmul(rest, x))))) / double(n);
  };
  rt::models::LinearRegression linear;
  linear.fit(x, y);
  require_alike(linear.coef);
  CHECK(slope(y - linear.predict(x)) < 1e-13);
  rt::models::LogisticRegression logistic({.C = 2, .tol = 1e-10, .solver = "newton"});
  const Vector one = rt::astype<double>(y > 0.0);
  logistic.fit(x, one);
  require_all_alike(logistic.coef, logistic.intercept);
  CHECK(logistic.converged);
  const Vector missed = logistic.predict_proba(x)(rt::all_of_axis, 1) - one;
  const Vector pull = logistic.coef(0) / (2.0 * double(n));
  const Vector gradient = rt::matmul(missed, x) / double(n) + pull;
  CHECK(double(rt::item(rt::max(rt::abs(gradient)))) < 1e-9);
  const Matrix apart = x + 20.0 * one(rt::all_of_axis, rt::newaxis);
  rt::models::KMeans groups({.n_clusters = 2});
  groups.fit(apart);
  require_all_alike(groups.cluster_centers, groups.labels);
  const Vector labels = rt::astype<double>(groups.labels);
  CHECK((rt::all(labels == one).item() || rt::all(labels == 1.0 - one).item()));
  rt::models::PCA components;
  const Matrix turned = components.fit_transform(x);
  require_alike(components.components);
  CHECK(rt::allclose(components.inverse_transform(turned), x, 1e-10, 1e-10).item());
}

}  // namespace linalg_test
