// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/against_reference.hpp"
#include "support/backward_errors.hpp"

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::array_of;
using rt::test::graded_matrix;
using rt::test::matrix_of;
using rt::test::norm_1;
using rt::test::random_matrix;
using rt::test::ratio_of;
using rt::test::Rows;

namespace {

constexpr double enough = 30;
using Shape = std::array<std::int64_t, 2>;

/// P L U is the matrix; L has no element above 1, as partial pivoting gives it.
template <class T>
void require_factors(const Rows<T>& a, std::int64_t panel) {
  INFO(a.rows() << " x " << a.cols() << ", panel " << panel);
  const std::int64_t k = std::min(a.rows(), a.cols());
  const auto factors = rt::lu(array_of(a), {panel});
  const auto p = matrix_of(factors.p);
  const auto l = matrix_of(factors.l);
  const auto u = matrix_of(factors.u);
  REQUIRE(ratio_of(Rows<T>(p * l * u - a), norm_1(a), std::max(a.rows(), a.cols())) < enough);
  REQUIRE(norm_1(Rows<T>(p * p.transpose() - Rows<T>::Identity(a.rows(), a.rows()))) == 0);
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    for (std::int64_t j = 0; j < k; ++j) {
      if (i < j) REQUIRE(l(i, j) == T(0));
      if (i == j) REQUIRE(l(i, j) == T(1));
      REQUIRE(std::abs(l(i, j)) <= 1.5);  // LAPACK's pivots are largest by |re| + |im|
    }
  }
  for (std::int64_t i = 0; i < k; ++i) {
    for (std::int64_t j = 0; j < i; ++j) REQUIRE(u(i, j) == T(0));
  }
}

template <class T>
void require_solution(const Rows<T>& a, const Rows<T>& b, std::int64_t panel) {
  INFO(a.rows() << " unknowns, panel " << panel);
  const auto x = matrix_of(rt::solve(array_of(a), array_of(b), {panel}));
  REQUIRE(x.rows() == b.rows());
  REQUIRE(ratio_of(Rows<T>(a * x - b), norm_1(a) * norm_1(x), a.rows()) < enough);
}

}  // namespace

TEMPLATE_TEST_CASE("lu of every shape", "", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  for (const int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    INFO(sites << " sites");
    for (const auto& [m, n] : {Shape{0, 0}, Shape{1, 1}, Shape{5, 5}, Shape{37, 37}, Shape{50, 23},
                               Shape{23, 50}, Shape{1, 9}, Shape{9, 1}, Shape{64, 64}}) {
      require_factors<T>(random_matrix<T>(m, n), 0);
      require_factors<T>(random_matrix<T>(m, n), 8);
    }
  }
}

TEMPLATE_TEST_CASE("solve, inv and det", "", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  for (const int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    INFO(sites << " sites");
    for (const std::int64_t n : {0, 1, 2, 17, 53}) {
      const Rows<T> a = random_matrix<T>(n, n);
      for (const std::int64_t panel : {0, 8}) {
        require_solution<T>(a, random_matrix<T>(n, 3, 2), panel);
        const auto inverse = matrix_of(rt::inv(array_of(a), {panel}));
        const Rows<T> residual = a * inverse - Rows<T>::Identity(n, n);
        REQUIRE(ratio_of(residual, norm_1(a) * norm_1(inverse), n) < enough);
        const T expected = n == 0 ? T(1) : a.determinant();
        const T found = rt::det(array_of(a), {panel}).item();
        REQUIRE(std::abs(found - expected) <= 1e3 * std::numeric_limits<rt::real_t<T>>::epsilon() *
                                                  std::abs(expected) * double(n + 1));
        const auto parts = rt::slogdet(array_of(a), {panel});
        const T again = parts.sign.item() * std::exp(parts.logabsdet.item());
        REQUIRE(std::abs(again - expected) <= 1e3 * std::numeric_limits<rt::real_t<T>>::epsilon() *
                                                  std::abs(expected) * double(n + 1));
      }
    }
  }
}

TEST_CASE("lu and solve of singular, graded and badly scaled matrices") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t panel : {0, 8}) {
      const Rows<double> thin = random_matrix<double>(41, 4);
      require_factors<double>(thin * random_matrix<double>(4, 41, 2), panel);
      require_factors<double>(Rows<double>::Zero(41, 41), panel);
      require_factors<double>(Rows<double>::Ones(41, 41), panel);
      require_factors<double>(graded_matrix<double>(41, 41, 1e-30), panel);
      require_solution<double>(graded_matrix<double>(41, 41, 1e-30),
                               random_matrix<double>(41, 2, 3), panel);
      for (const double scale : {1e-290, 1e290}) {
        require_factors<double>(random_matrix<double>(41, 41) * scale, panel);
        require_solution<double>(random_matrix<double>(41, 41) * scale,
                                 random_matrix<double>(41, 2, 3), panel);
      }
      Rows<double> hole = Rows<double>::Identity(41, 41);
      hole(29, 29) = 0;
      const auto b = rt::zeros({41, 2});
      REQUIRE_THROWS_WITH(rt::evaluate(rt::solve(array_of(hole), b, {panel})),
                          ContainsSubstring("solve: the matrix is singular: pivot 29 is zero"));
      REQUIRE_THROWS_WITH(rt::evaluate(rt::inv(array_of(hole), {panel})),
                          ContainsSubstring("inv: the matrix is singular: pivot 29 is zero"));
      REQUIRE(rt::det(array_of(hole), {panel}).item() == 0);
      const auto parts = rt::slogdet(array_of(hole), {panel});
      REQUIRE(parts.sign.item() == 0);
      REQUIRE(parts.logabsdet.item() == -std::numeric_limits<double>::infinity());
      Rows<double> nan = random_matrix<double>(41, 41);
      nan(7, 9) = std::numeric_limits<double>::quiet_NaN();
      REQUIRE(matrix_of(rt::solve(array_of(nan), b, {panel})).hasNaN());
      REQUIRE(std::isnan(rt::det(array_of(nan), {panel}).item()));
    }
    const Rows<double> large = Rows<double>::Identity(400, 400) * 1e3;
    REQUIRE(std::isinf(rt::det(array_of(large), {64}).item()));
    REQUIRE(std::abs(rt::slogdet(array_of(large)).logabsdet.item() - 400 * std::log(1e3)) < 1e-8);
  }
}

TEST_CASE("lu_factor has scipy's pivots") {
  for (const int sites : {1, 2}) {
    auto context = rt::Context::loopback(sites);
    const auto a =
        rt::from_span(std::vector<double>{2, 5, 8, 7, 5, 2, 2, 8, 7, 5, 6, 6, 5, 4, 4, 8}, {4, 4});
    for (const std::int64_t panel : {0, 2}) {  // the example of scipy's page
      const auto factors = rt::lu_factor(a, {panel});
      REQUIRE(rt::to_vector(factors.piv) == std::vector<std::int64_t>{2, 2, 3, 3});
    }
  }
}

TEST_CASE("solve by plan and by the reference") {
  for (const int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto a = array_of(random_matrix<double>(37, 37));
    rt::test::require_reference(rt::solve(a, array_of(random_matrix<double>(37, 3, 2)), {8}),
                                1e-11);
    rt::test::require_reference(rt::lu_factor(a, {8}).lu, 1e-11);
    rt::test::require_reference(rt::lu_factor(a, {8}).piv);
  }
}

TEST_CASE("solve takes vectors, many matrices and integers, and says which shapes do not fit") {
  for (const int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto a = rt::from_span(std::vector<int>{0, 2, 1, 1}, {2, 2});
    const auto b = rt::from_span(std::vector<double>{4, 5}, {2});
    REQUIRE(rt::to_vector(rt::solve(a, b)) == std::vector<double>{3, 2});
    REQUIRE(rt::det(a).item() == -2);
    const auto many = rt::from_span(std::vector<double>{0, 2, 1, 1, 4, 0, 0, 5}, {2, 2, 2});
    const auto x = rt::as_array(rt::solve(many, rt::from_span(std::vector<double>{4, 5}, {2, 1})));
    REQUIRE(x.shape() == rt::Extents{2, 2, 1});
    REQUIRE(rt::to_vector(x) == std::vector<double>{3, 2, 1, 1});
    REQUIRE(rt::to_vector(rt::det(many)) == std::vector<double>{-2, 20});
    REQUIRE(rt::to_vector(rt::slogdet(many).sign) == std::vector<double>{-1, 1});
    REQUIRE(rt::to_vector(rt::inv(many)) == std::vector<double>{-0.5, 1, 0.5, 0, 0.25, 0, 0, 0.2});
    const auto pivots = rt::lu_factor(many).piv;
    REQUIRE(rt::to_vector(pivots) == std::vector<std::int64_t>{1, 1, 0, 1});
    const auto factors = rt::lu(many);
    REQUIRE(rt::to_vector(rt::matmul(rt::matmul(factors.p, factors.l), factors.u)) ==
            rt::to_vector(many));
  }
  auto context = rt::Context::loopback(2);
  REQUIRE_THROWS_AS(rt::solve(rt::zeros({3, 3}), rt::zeros({4})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::solve(rt::zeros({3, 2}), rt::zeros({3})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::inv(rt::zeros({3, 2})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::det(rt::zeros({3, 2})), rt::ShapeMismatch);
}

TEST_CASE("negative powers, and systems whose unknowns are arrays") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const Rows<double> a = random_matrix<double>(24, 24);
    const Rows<double> inverse = a.inverse();
    const auto power = matrix_of(rt::matrix_power(array_of(a), -3));
    REQUIRE(ratio_of(Rows<double>(power - inverse * inverse * inverse), norm_1(power), 24) < 1e4);
    const auto tensor = rt::as_array(rt::reshape(array_of(a), {4, 6, 8, 3}));
    const auto b = rt::as_array(rt::reshape(array_of(random_matrix<double>(24, 1, 5)), {4, 6}));
    const auto x = rt::as_array(rt::tensorsolve(tensor, b));
    REQUIRE(x.shape() == rt::Extents{8, 3});
    rt::test::require_reference(rt::tensordot<2>(tensor, x) - b, 1e-12);
    const auto again = rt::to_vector(rt::tensordot<2>(tensor, x));
    const auto wanted = rt::to_vector(b);
    for (std::size_t i = 0; i < wanted.size(); ++i) REQUIRE(std::abs(again[i] - wanted[i]) < 1e-12);
    const auto tensor_inverse = rt::as_array(rt::tensorinv(tensor));
    REQUIRE(tensor_inverse.shape() == rt::Extents{8, 3, 4, 6});
    const auto by_inverse = rt::to_vector(rt::tensordot<2>(tensor_inverse, b));
    const auto solution = rt::to_vector(x);
    for (std::size_t i = 0; i < solution.size(); ++i) {
      REQUIRE(std::abs(by_inverse[i] - solution[i]) < 1e-10);
    }
  }
  auto context = rt::Context::loopback(2);
  REQUIRE_THROWS_AS(rt::tensorinv(rt::zeros({2, 3, 4})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::tensorsolve(rt::zeros({2, 3, 6}), rt::zeros({3, 2})), rt::ShapeMismatch);
  REQUIRE_THROWS_WITH(rt::matrix_power(rt::astype<int>(rt::zeros({2, 2})), -1),
                      ContainsSubstring("astype<double>"));
}
