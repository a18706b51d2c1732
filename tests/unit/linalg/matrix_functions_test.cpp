// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "relatile/spectral.hpp"
#include "support/against_reference.hpp"
#include "support/array_matrices.hpp"
#include "support/backward_errors.hpp"
#include "support/dense_oracles.hpp"
#include "support/test_matrices.hpp"

namespace matrix_functions_test {

namespace rt = relatile;
using rt::test::adjoint;
using rt::test::allowed;
using rt::test::array_of;
using rt::test::centred;
using rt::test::Complex;
using rt::test::difference;
using rt::test::from_orthonormal;
using rt::test::hermitian_noise;
using rt::test::in_units;
using rt::test::Matrix;
using rt::test::matrix_of;
using rt::test::means_of_columns;
using rt::test::noise;
using rt::test::norm;
using rt::test::of_values;
using rt::test::product;
using rt::test::scaled;
using rt::test::sum;
using rt::test::transposed;

namespace {

struct FoundComponents {
  Matrix mean;
  Matrix components;
  std::vector<double> singular_values;
  std::vector<double> variance;
  std::vector<double> ratio;
};

void require_components(const FoundComponents& found, const Matrix& x) {
  const Matrix means = means_of_columns(x);
  const Matrix differences = centred(x);
  const auto wanted = rt::test::singular_values(differences);
  const Matrix vectors = rt::test::right_singular_vectors(differences);
  const double total = norm(differences) * norm(differences);
  CHECK(norm(difference(transposed(found.mean), means)) < 1e-13);
  const Matrix along = product(found.components, vectors);
  for (std::size_t i = 0; i < 2; ++i) {
    const double s = wanted[i];
    CHECK(found.singular_values[i] == Approx(s).epsilon(1e-9));
    CHECK(found.variance[i] == Approx(s * s / double(x.rows() - 1)).epsilon(1e-9));
    CHECK(found.ratio[i] == Approx(s * s / total).epsilon(1e-9));
    const auto at = std::int64_t(i);
    CHECK(std::abs(std::abs(along(at, at)) - 1) < 1e-9);
    double most = 0;
    double least = 0;
    for (std::int64_t j = 0; j < x.cols(); ++j) {
      most = std::max(most, found.components(at, j).real());
      least = std::min(least, found.components(at, j).real());
    }
    CHECK(most >= -least);
  }
}

}  // namespace

TEST_CASE("polar: orthonormal times positive, of every shape") {
  for (int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [m, n] : {std::pair{1, 1}, {6, 6}, {50, 4}, {3, 8}}) {
      const auto a = noise<Complex>(m, n);
      const auto [u, p] = rt::polar(array_of<Complex>(a));
      const Matrix U = matrix_of(u);
      const Matrix P = matrix_of(p);
      CHECK(in_units<Complex>(difference(a, product(U, P)), norm(a), m + n) < allowed);
      CHECK(from_orthonormal<Complex>(m >= n ? U : adjoint(U)) < allowed);
      CHECK(in_units<Complex>(difference(P, adjoint(P)), norm(a), n) < allowed);
    }
  }
}

TEST_CASE("the exponential of small matrices, by what is known of it") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const double angle = 1.25;
    const auto turn = matrix_of(rt::expm(rt::array({{0.0, -angle}, {angle, 0.0}})));
    CHECK(turn(0, 0).real() == Approx(std::cos(angle)).epsilon(1e-14));
    CHECK(turn(1, 0).real() == Approx(std::sin(angle)).epsilon(1e-14));
    for (const double size : {1e-8, 1.0, 40.0}) {
      const Matrix h = scaled(hermitian_noise<Complex>(9), size / 10);
      const Matrix wanted = rt::test::hermitian_exponential(h);
      const Matrix e = matrix_of(rt::expm(array_of<Complex>(h)));
      CHECK(norm(difference(e, wanted)) <= 1e-13 * (1 + size) * norm(wanted));
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
    const Matrix x = scaled(noise<double>(n, 1, 4), size / std::sqrt(double(n)));
    const Matrix y = scaled(noise<double>(n, 1, 5), 1 / std::sqrt(double(n)));
    const double c = product(transposed(y), x)(0, 0).real();
    const Matrix outer = product(x, transposed(y));
    const Matrix wanted = sum(rt::test::identity(n, n), scaled(outer, std::expm1(c) / c));
    const Matrix e = matrix_of(rt::expm(array_of<double>(outer)));
    CHECK(norm(difference(e, wanted)) <= 1e-12 * norm(wanted));
  }
  CHECK_THROWS_WITH(rt::expm(rt::full({n, n}, std::numeric_limits<double>::infinity())),
                    Catch::Matchers::ContainsSubstring("NaN or infinities"));
}

TEST_CASE("the exponential of matrices whose powers are far smaller than they") {
  const auto require_near = [](const Matrix& found, const std::vector<double>& wanted,
                               double epsilon) {
    for (int k = 0; k < 4; ++k) {
      INFO("element " << k << " is " << found(k / 2, k % 2).real());
      const double expected = wanted[static_cast<std::size_t>(k)];
      CHECK(std::abs(found(k / 2, k % 2).real() - expected) <= epsilon * std::abs(expected));
    }
  };
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto require_both = [&](double a, double b, double c, double d,
                                  const std::vector<double>& wanted, double epsilon = 1e-13) {
      INFO("of " << a << ", " << b << ", " << c << ", " << d);
      require_near(matrix_of(rt::expm(rt::array({{a, b}, {c, d}}))), wanted, epsilon);
      rt::Array<double, 2> large = rt::zeros({400, 400});
      large(0, 0) = a;
      large(0, 1) = b;
      large(1, 0) = c;
      large(1, 1) = d;
      const rt::Array<double, 2> e = rt::expm(large);
      const auto corner = rt::as_array(e(rt::slice(0, 2), rt::slice(0, 2)));
      require_near(matrix_of(corner), wanted, epsilon);
      CHECK(e(399, 399).item() == 1);
    };
    // Of squares that are multiples w^2 of the identity: cosh w + sinh w / w A.
    const double e = std::exp(1.0);
    require_both(1, 1e8, 0, -1, {e, 1e8 * std::sinh(1.0), 0, 1 / e});
    require_both(1, 1e30, 0, -1, {e, 1e30 * std::sinh(1.0), 0, 1 / e});
    require_both(0, 1e8, 0, 0, {1, 1e8, 0, 1});
    const double w = std::sqrt(2.0);
    const double slope = std::sinh(w) / w;
    require_both(1, 1e8, 1e-8, -1,
                 {std::cosh(w) + slope, 1e8 * slope, 1e-8 * slope, std::cosh(w) - slope});
    // Halved for the size of eigenvalues, not that of elements.
    require_both(20, 1e8, 0, -20, {std::exp(20.0), 1e8 * std::sinh(20.0) / 20, 0, std::exp(-20.0)},
                 1e-11);
    // Huge numbers, the powers of which are none.
    require_near(matrix_of(rt::expm(rt::array({{0.0, 1e300}, {0.0, 0.0}}))), {1, 1e300, 0, 1},
                 1e-13);
  }
  auto context = rt::Context::loopback(2);
  const auto floats = rt::expm(rt::array({{1.0F, 1e6F}, {0.0F, -1.0F}}));
  CHECK(floats(0, 1).item() == Approx(1e6 * std::sinh(1.0)).epsilon(1e-6));
  CHECK(rt::to_vector(rt::expm(rt::zeros({400, 400})))[0] == 1);
}

TEST_CASE("pca by each solver finds the axes that data were made with") {
  for (int sites : {1, 2, 4}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [n, d] : {std::pair{200, 6}, {9, 12}}) {
      Matrix x = of_values<double>(n, d, {9, 5, 2, 1e-2, 1e-3});
      for (std::int64_t row = 0; row < n; ++row) {
        for (std::int64_t j = 0; j < d; ++j) x(row, j) += 1 + double(j) / double(d - 1);
      }
      for (const char* solver : {"auto", "full", "covariance_eigh", "randomized"}) {
        INFO(solver);
        const auto found = rt::pca(array_of<double>(x), 2, {.svd_solver = solver});
        require_components(
            {matrix_of(found.mean), matrix_of(found.components),
             rt::to_vector(found.singular_values), rt::to_vector(found.explained_variance),
             rt::to_vector(found.explained_variance_ratio)},
            x);
      }
    }
    CHECK_THROWS_AS(rt::pca(rt::ones({5, 3}), 4), rt::ShapeMismatch);
    CHECK_THROWS_AS(rt::pca(rt::ones({1, 3}), 1), rt::ShapeMismatch);
    CHECK_THROWS_AS(rt::pca(rt::ones({5, 3}), 1, {.svd_solver = "arpack"}), rt::ShapeMismatch);
  }
}

}  // namespace matrix_functions_test
