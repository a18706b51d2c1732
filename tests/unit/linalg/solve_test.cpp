// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "relatile/linalg.hpp"
#include "support/against_reference.hpp"
#include "support/array_matrices.hpp"
#include "support/backward_errors.hpp"
#include "support/dense_oracles.hpp"
#include "support/test_matrices.hpp"

namespace solve_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::array_of;
using rt::test::difference;
using rt::test::graded_matrix;
using rt::test::has_nan;
using rt::test::identity;
using rt::test::Matrix;
using rt::test::matrix_of;
using rt::test::norm_1;
using rt::test::product;
using rt::test::random_matrix;
using rt::test::ratio_of;
using rt::test::scaled;
using rt::test::transposed;

namespace {

constexpr double enough = 30;
using Shape = std::array<std::int64_t, 2>;

template <std::size_t N>
rt::Array<double, int(N)> drawn(const std::array<std::int64_t, N>& shape, std::uint64_t seed) {
  rt::Extents extents;
  for (const std::int64_t extent : shape) extents.push_back(extent);
  return rt::random::normal<double, int(N)>(0.0, 1.0, extents, rt::random::Seed{seed});
}

/// P L U is the matrix; L has no element above 1, as partial pivoting gives it.
void require_factors_of(const Matrix& a, const Matrix& p, const Matrix& l, const Matrix& u,
                        double epsilon) {
  const std::int64_t k = std::min(a.rows(), a.cols());
  const std::int64_t n = std::max(a.rows(), a.cols());
  const Matrix residual = difference(product(product(p, l), u), a);
  REQUIRE(ratio_of(norm_1(residual), norm_1(a), n, epsilon) < enough);
  REQUIRE(norm_1(difference(product(p, transposed(p)), identity(a.rows(), a.rows()))) == 0);
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    for (std::int64_t j = 0; j < k; ++j) {
      if (i < j) REQUIRE(l(i, j) == 0.0);
      if (i == j) REQUIRE(l(i, j) == 1.0);
      REQUIRE(std::abs(l(i, j)) <= 1.5);  // LAPACK's pivots are largest by |re| + |im|
    }
  }
  for (std::int64_t i = 0; i < k; ++i) {
    for (std::int64_t j = 0; j < i; ++j) REQUIRE(u(i, j) == 0.0);
  }
}
template <class T>
void require_factors(const Matrix& a, std::int64_t panel) {
  INFO(a.rows() << " x " << a.cols() << ", panel " << panel);
  const auto factors = rt::lu(array_of<T>(a), {panel});
  require_factors_of(a, matrix_of(factors.p), matrix_of(factors.l), matrix_of(factors.u),
                     rt::test::epsilon_of<T>);
}

void require_product(const Matrix& a, const Matrix& x, const Matrix& b, double epsilon) {
  REQUIRE(x.rows() == b.rows());
  const Matrix residual = difference(product(a, x), b);
  REQUIRE(ratio_of(norm_1(residual), norm_1(a) * norm_1(x), a.rows(), epsilon) < enough);
}
template <class T>
void require_solution(const Matrix& a, const Matrix& b, std::int64_t panel) {
  INFO(a.rows() << " unknowns, panel " << panel);
  const Matrix x = matrix_of(rt::solve(array_of<T>(a), array_of<T>(b), {panel}));
  require_product(a, x, b, rt::test::epsilon_of<T>);
}

/// The determinant of a matrix of n rows.
void require_determinant(rt::test::Complex found, rt::test::Complex wanted, std::int64_t n,
                         double epsilon) {
  REQUIRE(std::abs(found - wanted) <= 1e3 * epsilon * std::abs(wanted) * double(n + 1));
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
      const Matrix m = random_matrix<T>(n, n);
      const auto a = array_of<T>(m);
      const rt::test::Complex wanted = rt::test::eliminated(m).determinant;
      const double epsilon = rt::test::epsilon_of<T>;
      for (const std::int64_t panel : {0, 8}) {
        require_solution<T>(m, random_matrix<T>(n, 3, 2), panel);
        require_product(m, matrix_of(rt::inv(a, {panel})), identity(n, n), epsilon);
        require_determinant(rt::det(a, {panel}).item(), wanted, n, epsilon);
        const auto parts = rt::slogdet(a, {panel});
        const T again = parts.sign.item() * std::exp(parts.logabsdet.item());
        require_determinant(again, wanted, n, epsilon);
      }
    }
  }
}

TEST_CASE("lu and solve of singular, graded and badly scaled matrices") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t panel : {0, 8}) {
      const Matrix thin = random_matrix<double>(41, 4);
      require_factors<double>(product(thin, random_matrix<double>(4, 41, 2)), panel);
      require_factors<double>(rt::test::zeros(41, 41), panel);
      require_factors<double>(rt::test::ones(41, 41), panel);
      require_factors<double>(graded_matrix<double>(41, 41, 1e-30), panel);
      require_solution<double>(graded_matrix<double>(41, 41, 1e-30),
                               random_matrix<double>(41, 2, 3), panel);
      for (const double scale : {1e-290, 1e290}) {
        require_factors<double>(scaled(random_matrix<double>(41, 41), scale), panel);
        require_solution<double>(scaled(random_matrix<double>(41, 41), scale),
                                 random_matrix<double>(41, 2, 3), panel);
      }
      Matrix hole = identity(41, 41);
      hole(29, 29) = 0;
      const auto b = rt::zeros({41, 2});
      REQUIRE_THROWS_WITH(rt::evaluate(rt::solve(array_of<double>(hole), b, {panel})),
                          ContainsSubstring("solve: the matrix is singular: pivot 29 is zero"));
      REQUIRE_THROWS_WITH(rt::evaluate(rt::inv(array_of<double>(hole), {panel})),
                          ContainsSubstring("inv: the matrix is singular: pivot 29 is zero"));
      // Of several the first, also where the others are in later panels.
      hole(11, 11) = 0;
      hole(12, 12) = 0;
      hole(40, 40) = 0;
      REQUIRE_THROWS_WITH(rt::evaluate(rt::inv(array_of<double>(hole), {panel})),
                          ContainsSubstring("inv: the matrix is singular: pivot 11 is zero"));
      REQUIRE_THROWS_WITH(rt::evaluate(rt::solve(rt::zeros({41, 41}), b, {panel})),
                          ContainsSubstring("solve: the matrix is singular: pivot 0 is zero"));
      REQUIRE(rt::det(array_of<double>(hole), {panel}).item() == 0);
      const auto parts = rt::slogdet(array_of<double>(hole), {panel});
      REQUIRE(parts.sign.item() == 0);
      REQUIRE(parts.logabsdet.item() == -std::numeric_limits<double>::infinity());
      Matrix nan = random_matrix<double>(41, 41);
      nan(7, 9) = std::numeric_limits<double>::quiet_NaN();
      REQUIRE(has_nan(matrix_of(rt::solve(array_of<double>(nan), b, {panel}))));
      REQUIRE(std::isnan(rt::det(array_of<double>(nan), {panel}).item()));
    }
    const auto infinite = rt::array({{double{INFINITY}, 1.0}, {1.0, -2.0}});
    REQUIRE(rt::slogdet(infinite).sign.item() == -1);
    REQUIRE(rt::slogdet(infinite).logabsdet.item() == std::numeric_limits<double>::infinity());
    REQUIRE(rt::det(infinite).item() == -std::numeric_limits<double>::infinity());
    const Matrix large = scaled(identity(400, 400), 1e3);
    REQUIRE(std::isinf(rt::det(array_of<double>(large), {64}).item()));
    REQUIRE(std::abs(rt::slogdet(array_of<double>(large)).logabsdet.item() - 400 * std::log(1e3)) <
            1e-8);
  }
}

TEMPLATE_TEST_CASE("lu and solve of numbers near the smallest and largest that there are", "",
                   float, double, std::complex<float>, std::complex<double>) {
  using T = TestType;
  auto context = rt::Context::loopback(2);
  const double smallest = std::numeric_limits<rt::real_t<T>>::min();
  const Matrix random = random_matrix<T>(23, 23);
  for (const double scale : {1e3 * smallest, 1e-6 / smallest}) {
    const Matrix a = rt::test::rounded<T>(scaled(random, scale));
    for (const std::int64_t panel : {0, 8}) {
      require_factors<T>(a, panel);
      require_solution<T>(a, rt::test::rounded<T>(scaled(random_matrix<T>(23, 3, 2), scale)),
                          panel);
      const auto found = rt::slogdet(array_of<T>(a), {panel}).logabsdet.item();
      const auto wanted = std::log(std::abs(rt::test::eliminated(random).determinant));
      REQUIRE(std::abs(found - 23 * std::log(scale) - wanted) < 1e-3);
    }
  }
  const auto diagonal = [](double x, double y) {
    Matrix a = identity(2, 2);
    a(0, 0) = x;
    a(1, 1) = y;
    return array_of<T>(a);
  };
  REQUIRE(std::abs(rt::det(diagonal(smallest / 4, 4)).item() - T(smallest)) == 0);
  REQUIRE(rt::det(diagonal(smallest / 4, smallest)).item() == T(0));
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
    const auto a = array_of<double>(random_matrix<double>(37, 37));
    rt::test::require_reference(
        rt::solve(a, array_of<double>(random_matrix<double>(37, 3, 2)), {8}), 1e-11);
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
  REQUIRE(rt::to_vector(rt::inv(rt::zeros({2, 0, 0}))).empty());
  const auto nothing = rt::as_array(rt::solve(rt::zeros({2, 0, 0}), rt::zeros({0, 3})));
  REQUIRE(rt::as_array(nothing + rt::zeros({2, 0, 3})).shape() == rt::Extents{2, 0, 3});
  REQUIRE(rt::solve(rt::zeros({2, 0, 0}), rt::zeros({2, 0, 3})).shape() == rt::Extents{2, 0, 3});
  for (const std::int64_t n : {0, 3}) {  // whether they have elements or not
    REQUIRE_THROWS_AS(rt::solve(rt::ones({3, n, n}), rt::zeros({2, n, 3})), rt::ShapeMismatch);
    REQUIRE_THROWS_AS(rt::solve(rt::ones({3, 1, n, n}), rt::zeros({2, 2, n, 3})),
                      rt::ShapeMismatch);
    REQUIRE_THROWS_AS(rt::solve(rt::ones({3, n, n}), rt::zeros({n + 1})), rt::ShapeMismatch);
  }
  REQUIRE_THROWS_AS(rt::solve(rt::zeros({3, 3}), rt::zeros({4})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::solve(rt::zeros({3, 2}), rt::zeros({3})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::inv(rt::zeros({3, 2})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::det(rt::zeros({3, 2})), rt::ShapeMismatch);
}

TEST_CASE("matrices and right-hand sides broadcast as numpy's, and what they were repeated for") {
  const auto regular = []<std::size_t N>(const std::array<std::int64_t, N>& shape) {
    return rt::as_array(2.0 * rt::eye(5) + 0.3 * drawn(shape, 3));
  };
  const auto check = [&](const auto& a, const auto& b, const rt::Extents& wanted) {
    rt::evaluate(a, b);
    const auto x = rt::as_array(rt::solve(a, b, {2}));
    REQUIRE(x.shape() == wanted);
    REQUIRE(rt::allclose(rt::matmul(a, x), b, 1e-12, 1e-12).item());
    rt::test::require_reference(x, 1e-12);
    const auto lower = rt::as_array(rt::tril(a));
    const auto y = rt::as_array(rt::solve_triangular(lower, b, {.lower = true}));
    REQUIRE(y.shape() == wanted);
    REQUIRE(rt::allclose(rt::matmul(lower, y), b, 1e-12, 1e-12).item());
    rt::test::require_reference(y, 1e-12);
  };
  const auto right = [](const auto& shape) { return drawn(shape, 4); };
  for (const int sites : {1, 2, 3, 5, 7}) {
    auto context = rt::Context::loopback(sites);
    using E3 = std::array<std::int64_t, 3>;
    using E4 = std::array<std::int64_t, 4>;
    check(regular(E3{3, 5, 5}), right(E3{3, 5, 2}), {3, 5, 2});
    check(regular(E3{1, 5, 5}), right(E3{3, 5, 2}), {3, 5, 2});
    check(regular(E3{3, 5, 5}), right(E3{1, 5, 2}), {3, 5, 2});
    check(regular(E3{1, 5, 5}), right(E3{1, 5, 2}), {1, 5, 2});
    check(regular(Shape{5, 5}), right(E4{2, 3, 5, 2}), {2, 3, 5, 2});
    check(regular(E4{4, 1, 5, 5}), right(E3{3, 5, 2}), {4, 3, 5, 2});
    check(regular(E3{3, 5, 5}), right(E4{4, 1, 5, 2}), {4, 3, 5, 2});
    check(regular(E4{4, 1, 5, 5}), right(E4{1, 3, 5, 2}), {4, 3, 5, 2});
    check(regular(E3{0, 5, 5}), right(E4{4, 1, 5, 2}), {4, 0, 5, 2});
    check(regular(Shape{5, 5}), right(E3{0, 5, 2}), {0, 5, 2});
    check(regular(E4{4, 2, 5, 5}), right(Shape{5, 0}), {4, 2, 5, 0});
    const auto a = regular(E3{3, 5, 5});
    const rt::Array<double, 1> v = drawn(std::array<std::int64_t, 1>{5}, 5);
    const auto x = rt::as_array(rt::solve(a, v));
    REQUIRE(x.shape() == rt::Extents{3, 5});
    REQUIRE(rt::allclose(rt::matmul(a, v * 0.0 + x(rt::all_of_axis, rt::all_of_axis, rt::newaxis)),
                         v(rt::all_of_axis, rt::newaxis), 1e-12, 1e-12)
                .item());
    const rt::Array<double, 3> positive = rt::matmul(a, rt::swapaxes(a, 1, 2)) + rt::eye(5);
    const auto by_factor = rt::cho_solve(rt::cholesky(positive), right(E4{2, 1, 5, 2}));
    REQUIRE(
        rt::allclose(by_factor, rt::solve(positive, right(E4{2, 1, 5, 2})), 1e-11, 1e-11).item());
  }
  auto context = rt::Context::loopback(2);
  const auto nothing = rt::as_array(rt::solve(rt::zeros({3, 1, 0, 0}), rt::zeros({2, 0, 4})));
  REQUIRE(nothing.shape() == rt::Extents{3, 2, 0, 4});
}

TEST_CASE("functions of arrays of matrices are those of each matrix") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  std::vector<Matrix> all;
  std::vector<rt::Array<double, 2>> stacked;
  for (int i = 0; i < 6; ++i) {
    all.push_back(random_matrix<double>(4, 4, unsigned(i) + 1));
    stacked.push_back(array_of<double>(all.back()));
  }
  const rt::Array<double, 4> many = rt::reshape<4>(rt::stack(stacked), rt::Extents{2, 3, 4, 4});
  const auto inverse = rt::as_array(rt::inv(many));
  const auto determinant = rt::as_array(rt::det(many));
  const auto parts = rt::slogdet(many);
  const auto power = rt::as_array(rt::matrix_power(many, -2));
  for (int i = 0; i < 6; ++i) {
    const auto wanted = rt::test::eliminated(all[std::size_t(i)]);
    const auto of_one = [&](const rt::Array<double, 4>& x) {
      return matrix_of(rt::as_array(x(i / 3, i % 3, rt::all_of_axis, rt::all_of_axis)));
    };
    REQUIRE(norm_1(difference(of_one(inverse), wanted.inverse)) < 1e-11 * norm_1(wanted.inverse));
    const Matrix square = product(wanted.inverse, wanted.inverse);
    REQUIRE(norm_1(difference(of_one(power), square)) < 1e-10 * norm_1(square));
    const double found = determinant(i / 3, i % 3).item();
    REQUIRE(std::abs(found - std::real(wanted.determinant)) < 1e-12);
    REQUIRE(parts.sign(i / 3, i % 3).item() == (found > 0 ? 1 : -1));
    REQUIRE(std::abs(parts.logabsdet(i / 3, i % 3).item() - std::log(std::abs(found))) < 1e-12);
  }
}

TEST_CASE("negative powers, and systems whose unknowns are arrays") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const Matrix a = random_matrix<double>(24, 24);
    const Matrix inverse = rt::test::eliminated(a).inverse;
    const Matrix cube = product(product(inverse, inverse), inverse);
    const Matrix power = matrix_of(rt::matrix_power(array_of<double>(a), -3));
    REQUIRE(ratio_of<double>(difference(power, cube), norm_1(power), 24) < 1e4);
    const auto tensor = rt::as_array(rt::reshape(array_of<double>(a), {4, 6, 8, 3}));
    const auto b =
        rt::as_array(rt::reshape(array_of<double>(random_matrix<double>(24, 1, 5)), {4, 6}));
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
                      ContainsSubstring("matrix_power: power -1 needs the inverse of a, which "
                                        "integers have none of: convert a by astype<double>"));
}

TEST_CASE("NumPy's place for linear algebra has it, too") {
  auto context = rt::Context::loopback(1);
  const rt::Array<double, 2> a = rt::array({{4.0, 1.0}, {1.0, 3.0}});
  const rt::Array<double, 1> b = rt::array({1.0, 2.0});
  CHECK(rt::to_vector(rt::linalg::solve(a, b)) == rt::to_vector(rt::solve(a, b)));
  CHECK(rt::to_vector(rt::linalg::inv(a)) == rt::to_vector(rt::inv(a)));
  CHECK(double(rt::linalg::det(a)) == double(rt::det(a)));
  CHECK(double(rt::linalg::norm(b)) == double(rt::norm(b)));
  CHECK(rt::to_vector(rt::linalg::matrix_power(a, -1)) == rt::to_vector(rt::matrix_power(a, -1)));
}

}  // namespace solve_test
