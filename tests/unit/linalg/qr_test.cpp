// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "relatile/linalg.hpp"
#include "support/against_reference.hpp"
#include "support/array_matrices.hpp"
#include "support/backward_errors.hpp"
#include "support/test_matrices.hpp"

namespace qr_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::adjoint;
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

namespace {

constexpr double enough = 30;
using Shape = std::array<std::int64_t, 2>;

/// R^H R is A^H A.
void require_square(const Matrix& a, const Matrix& r, double epsilon) {
  const Matrix residual = difference(product(adjoint(r), r), product(adjoint(a), a));
  const std::int64_t size = std::max(a.rows(), a.cols());
  REQUIRE(ratio_of(norm_1(residual), norm_1(a) * norm_1(adjoint(a)), size, epsilon) < enough);
}
/// Q R is the matrix, and Q's columns are orthonormal.
void require_product(const Matrix& a, const Matrix& q, const Matrix& r, double epsilon) {
  const std::int64_t size = std::max(a.rows(), a.cols());
  REQUIRE(ratio_of(norm_1(difference(product(q, r), a)), norm_1(a), size, epsilon) < enough);
  const Matrix gram = product(adjoint(q), q);
  REQUIRE(ratio_of(norm_1(difference(gram, identity(q.cols(), q.cols()))), 1, size, epsilon) <
          enough);
}
void require_triangle(const Matrix& r) {
  for (std::int64_t i = 0; i < r.rows(); ++i) {
    for (std::int64_t j = 0; j < std::min<std::int64_t>(i, r.cols()); ++j) {
      REQUIRE(r(i, j) == 0.0);
    }
  }
}

template <class T>
void require_factors(const Matrix& a, const rt::QrOptions& options) {
  const std::int64_t m = a.rows();
  const std::int64_t n = a.cols();
  const std::int64_t k = options.mode == "complete" ? m : std::min(m, n);
  INFO(m << " x " << n << " " << options.mode << ", panel " << options.panel << ", block_rows "
         << options.block_rows);
  const auto factors = rt::qr(array_of<T>(a), options);
  REQUIRE(factors.r.shape() == rt::Extents{k, n});
  const Matrix r = matrix_of(factors.r);
  require_triangle(r);
  if (options.mode == "r") {
    require_square(a, r, rt::test::epsilon_of<T>);
    return;
  }
  REQUIRE(factors.q.shape() == rt::Extents{m, k});
  require_product(a, matrix_of(factors.q), r, rt::test::epsilon_of<T>);
}

}  // namespace

TEMPLATE_TEST_CASE("qr of every shape and mode", "", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  for (const int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    INFO(sites << " sites");
    for (const auto& [m, n] :
         {Shape{1, 1}, Shape{5, 5}, Shape{37, 37}, Shape{50, 23}, Shape{23, 50}, Shape{1, 9},
          Shape{9, 1}, Shape{64, 32}, Shape{41, 40}}) {
      const Matrix a = random_matrix<T>(m, n);
      for (const auto mode : {"reduced", "complete", "r"}) {
        require_factors<T>(a, {mode, 0});
        require_factors<T>(a, {mode, 8});
      }
    }
  }
}

TEMPLATE_TEST_CASE("qr of tall matrices", "", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  for (const int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    INFO(sites << " sites");
    for (const auto& [m, n] : {Shape{200, 3}, Shape{331, 5}, Shape{257, 20}, Shape{100, 1}}) {
      const Matrix a = random_matrix<T>(m, n);
      for (const auto mode : {"reduced", "r"}) {
        for (const std::int64_t rows : {2, 10, 33}) require_factors<T>(a, {mode, 0, rows});
      }
      require_factors<T>(a, {"reduced", 0, 16, true});
    }
  }
  auto context = rt::Context::loopback(2);
  require_factors<T>(random_matrix<T>(20000, 4), {});
}

TEST_CASE("qr of rank-deficient, graded and badly scaled matrices") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    for (const rt::QrOptions& options :
         {rt::QrOptions{"reduced", 0}, rt::QrOptions{"reduced", 8}, rt::QrOptions{"complete", 8},
          rt::QrOptions{"reduced", 0, 40}}) {
      const Matrix thin = random_matrix<double>(101, 4);
      require_factors<double>(product(thin, random_matrix<double>(4, 19, 2)), options);
      require_factors<double>(rt::test::zeros(101, 19), options);
      require_factors<double>(rt::test::ones(101, 19), options);
      require_factors<double>(graded_matrix<double>(101, 19, 1e-30), options);
      for (const double scale : {1e-290, 1e290}) {
        require_factors<double>(scaled(random_matrix<double>(101, 19), scale), options);
      }
      Matrix nan = random_matrix<double>(101, 19);
      nan(50, 7) = std::numeric_limits<double>::quiet_NaN();
      REQUIRE(has_nan(matrix_of(rt::qr(array_of<double>(nan), options).r)));
    }
  }
}

TEST_CASE("qr by plan and by the reference") {
  for (const int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto panels = rt::qr(array_of<double>(random_matrix<double>(37, 29)), {"reduced", 8});
    rt::test::require_reference(panels.q, 1e-13);
    rt::test::require_reference(panels.r, 1e-13);
    const auto tall = rt::qr(array_of<double>(random_matrix<double>(200, 5)), {"reduced", 0, 10});
    rt::test::require_reference(tall.q, 1e-13);
    rt::test::require_reference(tall.r, 1e-13);
  }
}

TEST_CASE("qr of many matrices, of nothing, and its errors") {
  for (const int sites : {1, 2, 5}) {
    auto context = rt::Context::loopback(sites);
    std::vector<double> all;
    for (unsigned seed = 1; seed < 8; ++seed) {
      const auto numbers = rt::test::numbers_of<double>(random_matrix<double>(5, 3, seed));
      all.insert(all.end(), numbers.begin(), numbers.end());
    }
    for (const auto mode : {"reduced", "complete"}) {
      const auto factors = rt::qr(rt::from_span(all, {7, 5, 3}), mode);
      for (unsigned seed = 1; seed < 8; ++seed) {
        const auto one = rt::qr(array_of<double>(random_matrix<double>(5, 3, seed)), mode);
        const Matrix q = matrix_of(rt::as_array(factors.q(int(seed) - 1)));
        const Matrix r = matrix_of(rt::as_array(factors.r(int(seed) - 1)));
        REQUIRE(norm_1(difference(q, matrix_of(one.q))) < 1e-14);
        REQUIRE(norm_1(difference(r, matrix_of(one.r))) < 1e-14);
      }
    }
  }
  auto context = rt::Context::loopback(2);
  for (const auto& [m, n] : {Shape{0, 0}, Shape{0, 3}, Shape{3, 0}}) {
    require_factors<double>(Matrix(m, n), {"reduced"});
    require_factors<double>(Matrix(m, n), {"complete"});
  }
  const auto of_nothing = rt::qr(rt::zeros({2, 3, 0}), "complete");
  for (const int k : {0, 1}) {
    REQUIRE(rt::test::same(matrix_of(rt::as_array(of_nothing.q(k))), identity(3, 3)));
  }
  REQUIRE_THROWS_WITH(rt::qr(rt::zeros({3, 3}), "raw"), ContainsSubstring("raw"));
  REQUIRE_THROWS_WITH(rt::qr(rt::ones({9, 3}), {.block_rows = -1}),
                      ContainsSubstring("qr: block_rows is -1"));
}

TEMPLATE_TEST_CASE("qr of numbers near the smallest and largest that there are", "", float, double,
                   std::complex<float>, std::complex<double>) {
  using T = TestType;
  using Real = rt::real_t<T>;
  auto context = rt::Context::loopback(2);
  // Each column of ones leaves the rounding of what the one before left.
  require_factors<T>(rt::test::ones(23, 40), {"reduced", 0});
  require_factors<T>(rt::test::ones(40, 23), {"complete", 0});
  const double smallest = std::numeric_limits<Real>::min();
  for (const double scale : {1e9 * smallest, 1e3 * smallest, 1e-6 / smallest}) {
    const Matrix a = rt::test::rounded<T>(scaled(random_matrix<T>(23, 11), scale));
    require_factors<T>(a, {"reduced", 0});
    require_factors<T>(a, {"reduced", 4});
    require_factors<T>(a, {"reduced", 0, 11});
  }
  const Matrix tiny = scaled(random_matrix<T>(23, 11), smallest / 100);
  const Matrix q = matrix_of(rt::qr(array_of<T>(tiny)).q);
  const Matrix gram = product(adjoint(q), q);
  REQUIRE(norm_1(difference(gram, identity(11, 11))) < 1e3 * rt::test::epsilon_of<T>);
}

}  // namespace qr_test
