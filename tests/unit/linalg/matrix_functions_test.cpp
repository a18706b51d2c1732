// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "relatile/spectral.hpp"
#include "support/decompositions.hpp"

namespace rt = relatile;
using rt::test::allowed;
using rt::test::array_of;
using rt::test::from_orthonormal;
using rt::test::graded;
using rt::test::in_units;
using rt::test::matrix_of;
using rt::test::noise;
using rt::test::of_values;
using rt::test::Rows;
using Complex = std::complex<double>;

TEST_CASE("polar: orthonormal times positive, of every shape") {
  for (int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [m, n] : {std::pair{1, 1}, {6, 6}, {50, 4}, {3, 8}}) {
      const auto a = noise<Complex>(m, n);
      const auto [u, p] = rt::polar(array_of<Complex>(a));
      const auto U = matrix_of(u);
      const auto P = matrix_of(p);
      CHECK(in_units(Rows<Complex>(a - U * P), a.norm(), m + n) < allowed);
      CHECK(from_orthonormal(m >= n ? U : Rows<Complex>(U.adjoint())) < allowed);
      CHECK(in_units(Rows<Complex>(P - P.adjoint()), a.norm(), n) < allowed);
    }
  }
}

TEST_CASE("the exponential of small matrices, by what is known of it") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const double angle = 1.25;
    const auto turn = matrix_of(rt::expm(rt::array({{0.0, -angle}, {angle, 0.0}})));
    CHECK(turn(0, 0) == Approx(std::cos(angle)).epsilon(1e-14));
    CHECK(turn(1, 0) == Approx(std::sin(angle)).epsilon(1e-14));
    for (const double size : {1e-8, 1.0, 40.0}) {
      const auto a = noise<Complex>(9, 9);
      const Rows<Complex> h = size * (a + a.adjoint()) / 10;
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> known((Eigen::MatrixXcd(h)));
      const Rows<Complex> wanted = known.eigenvectors() *
                                   known.eigenvalues().array().exp().matrix().asDiagonal() *
                                   known.eigenvectors().adjoint();
      const auto e = matrix_of(rt::expm(array_of<Complex>(h)));
      CHECK((e - wanted).norm() <= 1e-13 * (1 + size) * wanted.norm());
    }
    CHECK(rt::expm(rt::zeros({0, 0})).size() == 0);
    CHECK(rt::to_vector(rt::expm(rt::zeros({2, 2}))) == std::vector<double>{1, 0, 0, 1});
    const auto batch = rt::expm(rt::reshape(rt::arange(8.0) / 8.0, {2, 2, 2}));
    const auto second = rt::expm(rt::reshape(rt::arange(4.0, 8.0) / 8.0, {2, 2}));
    CHECK(rt::allclose(batch(1), second, 1e-14, 1e-14).item());
    CHECK_THROWS_AS(rt::expm(rt::ones({2, 3})), rt::ShapeMismatch);
    CHECK_THROWS_AS(
        rt::to_vector(rt::expm(rt::full({2, 2}, std::numeric_limits<double>::quiet_NaN()))),
        rt::KernelError);
  }
}

TEST_CASE("the exponential of large matrices, by products of all sites") {
  auto context = rt::Context::loopback(2);
  // e^(x y^T) = 1 + (e^c - 1) / c x y^T, c = y^T x.
  const std::int64_t n = rt::detail::exponential_alone + 3;
  for (const double size : {0.01, 3.0}) {
    const auto x = size * noise<double>(n, 1, 4) / std::sqrt(double(n));
    const auto y = noise<double>(n, 1, 5) / std::sqrt(double(n));
    const Rows<double> X = x;
    const Rows<double> Y = y;
    const double c = (Y.transpose() * X)(0, 0);
    const Rows<double> product = X * Y.transpose();
    const Rows<double> wanted = Rows<double>::Identity(n, n) + (std::expm1(c) / c) * product;
    const auto e = matrix_of(rt::expm(array_of<double>(product)));
    CHECK((e - wanted).norm() <= 1e-12 * wanted.norm());
  }
  CHECK_THROWS_WITH(rt::expm(rt::full({n, n}, std::numeric_limits<double>::infinity())),
                    Catch::Matchers::ContainsSubstring("NaN or infinities"));
}

TEST_CASE("pca by each solver finds the axes that data were made with") {
  for (int sites : {1, 2, 4}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [n, d] : {std::pair{200, 6}, {9, 12}}) {
      Rows<double> x = of_values<double>(n, d, {9, 5, 2, 1e-2, 1e-3});
      x.rowwise() += Eigen::RowVectorXd::LinSpaced(d, 1, 2);
      const Eigen::RowVectorXd means = x.colwise().mean();
      const Eigen::MatrixXd centred = x.rowwise() - means;
      const Eigen::JacobiSVD<Eigen::MatrixXd> svd(centred, Eigen::ComputeThinV);
      for (const char* solver : {"auto", "full", "covariance_eigh", "randomized"}) {
        INFO(solver);
        const auto found = rt::pca(array_of<double>(x), 2, {.svd_solver = solver});
        CHECK((matrix_of(found.mean).transpose() - means).norm() < 1e-13);
        const auto components = matrix_of(found.components);
        for (Eigen::Index i = 0; i < 2; ++i) {
          const double s = svd.singularValues()(i);
          CHECK(matrix_of(found.singular_values)(i) == Approx(s).epsilon(1e-9));
          CHECK(matrix_of(found.explained_variance)(i) ==
                Approx(s * s / double(n - 1)).epsilon(1e-9));
          CHECK(matrix_of(found.explained_variance_ratio)(i) ==
                Approx(s * s / centred.squaredNorm()).epsilon(1e-9));
          CHECK(std::abs(std::abs(components.row(i).dot(svd.matrixV().col(i))) - 1) < 1e-9);
          CHECK(components.row(i).maxCoeff() >= -components.row(i).minCoeff());
        }
      }
    }
    CHECK_THROWS_AS(rt::pca(rt::ones({5, 3}), 4), rt::ShapeMismatch);
    CHECK_THROWS_AS(rt::pca(rt::ones({1, 3}), 1), rt::ShapeMismatch);
    CHECK_THROWS_AS(rt::pca(rt::ones({5, 3}), 1, {.svd_solver = "arpack"}), rt::ShapeMismatch);
  }
}
