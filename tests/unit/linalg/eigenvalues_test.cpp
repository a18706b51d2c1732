// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "relatile/spectral.hpp"
#include "support/against_reference.hpp"
#include "support/array_matrices.hpp"
#include "support/backward_errors.hpp"
#include "support/test_matrices.hpp"

namespace eigenvalues_test {

namespace rt = relatile;
using rt::test::adjoint;
using rt::test::allowed;
using rt::test::array_of;
using rt::test::between;
using rt::test::Complex;
using rt::test::difference;
using rt::test::from_orthonormal;
using rt::test::graded;
using rt::test::hermitian_noise;
using rt::test::Matrix;
using rt::test::matrix_of;
using rt::test::noise;
using rt::test::norm;
using rt::test::orthonormal;
using rt::test::product;
using rt::test::ratio_of;
using rt::test::scaled;
using rt::test::sum;
using rt::test::triangle;
using rt::test::with_scaled_columns;

namespace {

Matrix hermitian(const std::vector<double>& values) {
  const auto n = std::int64_t(values.size());
  const Matrix q = orthonormal<double>(n, n, 3);
  Matrix factors(n, 1);
  std::copy(values.begin(), values.end(), factors.data());
  const Matrix a = product(with_scaled_columns(q, factors), adjoint(q));
  return scaled(sum(a, adjoint(a)), 0.5);
}

/// What has been found of a Hermitian matrix, and the precision of its elements.
struct FoundPairs {
  rt::Extents of_w;
  rt::Extents of_v;
  Matrix w;
  Matrix v;
  Matrix values;    ///< without vectors
  Matrix of_lower;  ///< without the upper half
  Matrix of_upper;
  double epsilon;
};

void require_eigh_of(const Matrix& a, const FoundPairs& found) {
  const auto& [of_w, of_v, w, v, values, of_lower, of_upper, epsilon] = found;
  const auto n = a.rows();
  REQUIRE(of_w == rt::Extents{n});
  REQUIRE(of_v == rt::Extents{n, n});
  CHECK(from_orthonormal(v, epsilon) < allowed);
  const Matrix residual = difference(product(a, v), with_scaled_columns(v, w));
  CHECK(ratio_of(norm(residual), norm(a), n, epsilon) < allowed);
  for (Eigen::Index i = 1; i < n; ++i) CHECK(w(i, 0).real() >= w(i - 1, 0).real());
  CHECK(between(w, values, norm(a), epsilon) < allowed);
  CHECK(between(w, of_lower, norm(a), epsilon) < allowed);
  CHECK(between(w, of_upper, norm(a), epsilon) < allowed);
}

/// Panels of so many columns; 0: as suits, which of small matrices is the work of one site.
template <class T>
void require_eigh(const Matrix& a, std::int64_t panel = 0) {
  INFO("of " << a.rows() << ", panels of " << panel);
  // Of either half; what is in the other is not read.
  const auto lower = array_of<T>(triangle(a, true, 7));
  const auto upper = array_of<T>(triangle(a, false, 7));
  const auto [w, v] = rt::eigh(array_of<T>(a), {.panel = panel});
  require_eigh_of(
      a, {w.shape(), v.shape(), matrix_of(w), matrix_of(v),
          matrix_of(rt::eigvalsh(array_of<T>(a), {.panel = panel})),
          matrix_of(rt::eigh(lower, {.panel = panel}).eigenvalues),
          matrix_of(rt::eigvalsh(upper, {.uplo = 'U', .panel = panel})), rt::test::epsilon_of<T>});
}

void require_eig_of(const Matrix& a, const Matrix& w, const Matrix& v, const Matrix& values,
                    double epsilon) {
  const Matrix residual = difference(product(a, v), with_scaled_columns(v, w));
  CHECK(ratio_of(norm(residual), norm(a), a.rows(), epsilon) < allowed);
  Complex trace = 0;
  Complex wanted = 0;
  for (Eigen::Index j = 0; j < a.rows(); ++j) {
    CHECK(std::abs(norm(rt::test::column(v, j)) - 1) < 1e-5);
    trace += values(j, 0);
    wanted += a(j, j);
  }
  CHECK(std::abs(trace - wanted) <= 1e-5 * norm(a));
}
void require_schur_of(const Matrix& a, const Matrix& t, const Matrix& z,
                      std::int64_t diagonals_below, double epsilon) {
  CHECK(from_orthonormal(z, epsilon) < allowed);
  const Matrix residual = difference(a, product(product(z, t), adjoint(z)));
  CHECK(ratio_of(norm(residual), norm(a), a.rows(), epsilon) < allowed);
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j + diagonals_below < i; ++j) CHECK(t(i, j) == 0.0);
  }
}

template <class T>
void require_eig(const Matrix& m) {
  INFO("of " << m.rows());
  const auto a = array_of<T>(m);
  const auto [w, v] = rt::eig(a);
  const double epsilon = rt::test::epsilon_of<T>;
  require_eig_of(m, matrix_of(w), matrix_of(v), matrix_of(rt::eigvals(a)), epsilon);
  const auto schur = rt::schur(a);
  require_schur_of(m, matrix_of(schur.T), matrix_of(schur.Z), rt::is_complex_v<T> ? 0 : 1, epsilon);
}

}  // namespace

TEST_CASE("eigh of every size and type, on every number of sites") {
  for (int sites : rt::test::site_counts) {
    INFO("on " << sites << " sites");
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t n : {0, 1, 2, 13, 31}) require_eigh<double>(hermitian_noise<double>(n));
    require_eigh<Complex>(hermitian_noise<Complex>(9));
    require_eigh<float>(hermitian_noise<float>(7));
  }
}

TEST_CASE("eigh by panels of every size and type, on every number of sites") {
  for (int sites : rt::test::site_counts) {
    INFO("on " << sites << " sites");
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t panel : {1, 3, 7}) {
      for (const std::int64_t n : {0, 1, 2, 3, 13}) {
        require_eigh<double>(hermitian_noise<double>(n), panel);
      }
      require_eigh<Complex>(hermitian_noise<Complex>(9), panel);
    }
    require_eigh<double>(hermitian_noise<double>(31), 16);
    require_eigh<Complex>(hermitian_noise<Complex>(40), 6);
    require_eigh<float>(hermitian_noise<float>(17), 5);
    require_eigh<std::complex<float>>(hermitian_noise<std::complex<float>>(8), 3);
  }
  // More sweeps than one operator has, and more panels.
  auto context = rt::Context::loopback(2);
  require_eigh<double>(hermitian_noise<double>(530), 48);
}

TEST_CASE("eigh of graded, clustered and badly scaled matrices") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t panel : {0, 1, 4}) {
      require_eigh<double>(hermitian(graded(20, 1e-14)), panel);
      std::vector<double> clustered(17, 1.0);
      clustered[3] = -1;
      clustered[9] = 1 + 1e-13;
      require_eigh<double>(hermitian(clustered), panel);
      require_eigh<double>(rt::test::identity(11, 11), panel);
      require_eigh<double>(rt::test::zeros(5, 5), panel);
      require_eigh<double>(scaled(hermitian(graded(8, 1e-3)), 1e-200), panel);
      require_eigh<double>(scaled(hermitian(graded(8, 1e-3)), 1e150), panel);
    }
  }
}

TEST_CASE("eigh reads the real parts of a diagonal, by panels and without") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  for (const char uplo : {'L', 'U'}) {
    for (const std::int64_t n : {1, 3, 9}) {
      const auto a = array_of<Complex>(hermitian_noise<Complex>(n));
      const auto turned = rt::as_array(a + Complex(0, 7) * rt::eye(n));
      const auto values = rt::as_array(rt::eigvalsh(a));
      for (const std::int64_t panel : {0, 1, 2}) {
        CAPTURE(sites, n, panel, uplo);
        const auto found = rt::eigvalsh(turned, {.uplo = uplo, .panel = panel});
        CHECK(rt::allclose(found, values, 1e-12, 1e-12).item());
      }
    }
  }
}

TEST_CASE("eigh by panels of numbers at the ends of what there is") {
  auto context = rt::Context::loopback(2);
  for (const double size : {1e307, 1e-305, 4e-320}) {
    const auto a = array_of<double>(scaled(hermitian_noise<double>(12), size));
    const auto one_site = rt::eigvalsh(a);
    const auto by_panels = rt::eigvalsh(a, {.panel = 3});
    CHECK(rt::allclose(one_site / size, by_panels / size, 1e-12, 1e-12 + 2e-323 / size).item());
  }
}

TEST_CASE("eig and schur of matrices that are not symmetric") {
  for (int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t n : {0, 1, 2, 11}) require_eig<double>(noise<double>(n, n));
    require_eig<Complex>(noise<Complex>(8, 8));
    require_eig<float>(noise<float>(5, 5));
    Matrix jordan = rt::test::identity(6, 6);
    for (int i = 0; i < 5; ++i) jordan(i, i + 1) = 1;
    require_eig<double>(jordan);
  }
}

TEST_CASE("each matrix of an array has its eigenvalues") {
  auto context = rt::Context::loopback(3);
  const auto flat = noise<double>(20, 4);
  const auto batch = rt::reshape(array_of<double>(flat), {5, 4, 4});
  const rt::Array<double, 3> symmetric = batch + rt::swapaxes(batch, -1, -2);
  const auto [w, v] = rt::eigh(symmetric);
  REQUIRE(w.shape() == rt::Extents{5, 4});
  CHECK(rt::allclose(rt::matmul(symmetric, v), v * rt::expand_dims(w, -2), 1e-12, 1e-12).item());
  CHECK(rt::allclose(rt::eigvalsh(symmetric), w, 1e-12, 1e-12).item());
  const auto general = rt::eig(batch);
  CHECK(rt::allclose(rt::matmul(rt::astype<Complex>(batch), general.eigenvectors),
                     general.eigenvectors * rt::expand_dims(general.eigenvalues, -2), 1e-10, 1e-10)
            .item());
}

TEST_CASE("what has no eigenvalues is refused by name") {
  using Catch::Matchers::ContainsSubstring;
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    auto a = noise<double>(5, 5);
    a(3, 1) = std::numeric_limits<double>::quiet_NaN();
    const auto bad = array_of<double>(a);
    CHECK_THROWS_AS(rt::eigh(bad), rt::KernelError);
    CHECK_THROWS_AS(rt::eigvalsh(rt::Array<double, 2>(rt::zeros({0, 0})), {.uplo = 'X'}),
                    rt::Error);
    CHECK_THROWS_WITH(rt::eigh(bad), ContainsSubstring("eigh: the matrix has NaN"));
    CHECK_THROWS_WITH(rt::eig(bad), ContainsSubstring("eig: the matrix has NaN"));
    CHECK_THROWS_WITH(rt::schur(bad), ContainsSubstring("schur: the matrix has NaN"));
    CHECK_NOTHROW(rt::eigh(bad, {.uplo = 'U'}));
    CHECK_THROWS_AS(rt::eigh(bad, {.panel = 2}), rt::KernelError);
    CHECK_THROWS_WITH(rt::eigh(bad, {.panel = 2}), ContainsSubstring("eigh: the matrix has NaN"));
    CHECK_NOTHROW(rt::eigh(bad, {.uplo = 'U', .panel = 2}));
    a(3, 1) = std::numeric_limits<double>::infinity();
    CHECK_THROWS_WITH(rt::to_vector(rt::eigvalsh(array_of<double>(a), {.panel = 2})),
                      ContainsSubstring("eigvalsh: the matrix has NaN"));
    CHECK_THROWS_WITH(rt::eigh(rt::eye(3), {.panel = -1}), ContainsSubstring("a panel of -1"));
    CHECK_THROWS_AS(rt::eigh(rt::ones({3, 4})), rt::ShapeMismatch);
    CHECK_THROWS_AS(rt::eigvals(rt::ones({3, 4})), rt::ShapeMismatch);
    CHECK_THROWS_WITH(rt::eigh(rt::eye(3), {.uplo = 'X'}), ContainsSubstring("'X'"));
  }
}

}  // namespace eigenvalues_test
