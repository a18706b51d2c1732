// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "relatile/spectral.hpp"
#include "support/decompositions.hpp"

namespace rt = relatile;
using rt::test::allowed;
using rt::test::array_of;
using rt::test::between;
using rt::test::from_orthonormal;
using rt::test::graded;
using rt::test::in_units;
using rt::test::matrix_of;
using rt::test::noise;
using rt::test::orthonormal;
using rt::test::Rows;
using Complex = std::complex<double>;

namespace {

template <class T>
Rows<T> hermitian(const std::vector<double>& values) {
  const auto n = std::int64_t(values.size());
  const Rows<T> q = orthonormal<T>(n, n, 3);
  Rows<T> scaled = q;
  for (std::int64_t j = 0; j < n; ++j) scaled.col(j) *= T(rt::real_t<T>(values[std::size_t(j)]));
  const Rows<T> a = scaled * q.adjoint();
  return (a + a.adjoint()) / T(2);
}

template <class T>
void require_eigh(const Rows<T>& a) {
  const auto n = a.rows();
  INFO("of " << n);
  const double norm = n == 0 ? 0 : double(a.stableNorm());
  const auto [w, v] = rt::eigh(array_of<T>(a));
  REQUIRE(w.shape() == rt::Extents{n});
  REQUIRE(v.shape() == rt::Extents{n, n});
  const auto W = matrix_of(w);
  const auto V = matrix_of(v);
  CHECK(from_orthonormal(V) < allowed);
  CHECK(in_units(Rows<T>(a * V - V * W.col(0).template cast<T>().asDiagonal()), norm, n) < allowed);
  for (Eigen::Index i = 1; i < n; ++i) CHECK(W(i) >= W(i - 1));
  CHECK(between(W, matrix_of(rt::eigvalsh(array_of<T>(a))), norm) < allowed);
  // Of either half; what is in the other is not read.
  Rows<T> lower = a;
  lower.template triangularView<Eigen::StrictlyUpper>().setConstant(T(7));
  Rows<T> upper = a;
  upper.template triangularView<Eigen::StrictlyLower>().setConstant(T(7));
  CHECK(between(W, matrix_of(rt::eigh(array_of<T>(lower)).eigenvalues), norm) < allowed);
  CHECK(between(W, matrix_of(rt::eigvalsh(array_of<T>(upper), {.uplo = 'U'})), norm) < allowed);
}

template <class T>
void require_eig(const Rows<T>& a) {
  const auto n = a.rows();
  INFO("of " << n);
  using C = std::complex<rt::real_t<T>>;
  const double norm = n == 0 ? 0 : double(a.stableNorm());
  const auto [w, v] = rt::eig(array_of<T>(a));
  const Rows<C> W = matrix_of(w);
  const Rows<C> V = matrix_of(v);
  const Rows<C> A = a.template cast<C>();
  CHECK(in_units(Rows<C>(A * V - V * W.col(0).asDiagonal()), norm, n) < allowed);
  for (Eigen::Index j = 0; j < n; ++j) CHECK(std::abs(V.col(j).norm() - 1) < 1e-5);
  C trace(0);
  for (const C& value : rt::to_vector(rt::eigvals(array_of<T>(a)))) trace += value;
  CHECK(std::abs(trace - C(a.trace())) <= 1e-5 * norm);
  const auto schur = rt::schur(array_of<T>(a));
  const auto t = matrix_of(schur.T);
  const auto z = matrix_of(schur.Z);
  CHECK(from_orthonormal(z) < allowed);
  CHECK(in_units(Rows<T>(a - z * t * z.adjoint()), norm, n) < allowed);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j + (rt::is_complex_v<T> ? 0 : 1) < i; ++j) CHECK(t(i, j) == T(0));
  }
}

}  // namespace

TEST_CASE("eigh of every size and type, on every number of sites") {
  for (int sites : rt::test::site_counts) {
    INFO("on " << sites << " sites");
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t n : {0, 1, 2, 13, 31}) {
      const auto a = noise<double>(n, n);
      require_eigh<double>(Rows<double>(a + a.transpose()));
    }
    const auto c = noise<Complex>(9, 9);
    require_eigh<Complex>(Rows<Complex>(c + c.adjoint()));
    const auto f = noise<float>(7, 7);
    require_eigh<float>(Rows<float>(f + f.transpose()));
  }
}

TEST_CASE("eigh of graded, clustered and badly scaled matrices") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    require_eigh<double>(hermitian<double>(graded(20, 1e-14)));
    std::vector<double> clustered(17, 1.0);
    clustered[3] = -1;
    clustered[9] = 1 + 1e-13;
    require_eigh<double>(hermitian<double>(clustered));
    require_eigh<double>(Rows<double>::Identity(11, 11));
    require_eigh<double>(Rows<double>::Zero(5, 5));
    require_eigh<double>(1e-200 * hermitian<double>(graded(8, 1e-3)));
    require_eigh<double>(1e150 * hermitian<double>(graded(8, 1e-3)));
  }
}

TEST_CASE("eig and schur of matrices that are not symmetric") {
  for (int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t n : {0, 1, 2, 11}) require_eig<double>(noise<double>(n, n));
    require_eig<Complex>(noise<Complex>(8, 8));
    require_eig<float>(noise<float>(5, 5));
    Rows<double> jordan = Rows<double>::Identity(6, 6);
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
    CHECK_THROWS_WITH(rt::eigh(bad), ContainsSubstring("eigh: the matrix has NaN"));
    CHECK_THROWS_WITH(rt::eig(bad), ContainsSubstring("eig: the matrix has NaN"));
    CHECK_THROWS_WITH(rt::schur(bad), ContainsSubstring("schur: the matrix has NaN"));
    CHECK_NOTHROW(rt::eigh(bad, {.uplo = 'U'}));
    CHECK_THROWS_AS(rt::eigh(rt::ones({3, 4})), rt::ShapeMismatch);
    CHECK_THROWS_AS(rt::eigvals(rt::ones({3, 4})), rt::ShapeMismatch);
    CHECK_THROWS_WITH(rt::eigh(rt::eye(3), {.uplo = 'X'}), ContainsSubstring("'X'"));
  }
}
