// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
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

/// Q R is the matrix, Q's columns are orthonormal, R is a triangle.
template <class T>
void require_factors(const Rows<T>& a, const rt::QrOptions& options) {
  const std::int64_t m = a.rows();
  const std::int64_t n = a.cols();
  const std::int64_t k = options.mode == "complete" ? m : std::min(m, n);
  INFO(m << " x " << n << " " << options.mode << ", panel " << options.panel << ", block_rows "
         << options.block_rows);
  const auto factors = rt::qr(array_of(a), options);
  const auto r = matrix_of(factors.r);
  REQUIRE(factors.r.shape() == rt::Extents{k, n});
  for (std::int64_t i = 0; i < k; ++i) {
    for (std::int64_t j = 0; j < std::min(i, n); ++j) REQUIRE(r(i, j) == T(0));
  }
  const double norm = norm_1(a);
  const std::int64_t size = std::max(m, n);
  if (options.mode == "r") {  // R^H R is A^H A
    const Rows<T> residual = r.adjoint() * r - a.adjoint() * a;
    REQUIRE(ratio_of(residual, norm * norm_1(Rows<T>(a.adjoint())), size) < enough);
    return;
  }
  const auto q = matrix_of(factors.q);
  REQUIRE(factors.q.shape() == rt::Extents{m, k});
  REQUIRE(ratio_of(Rows<T>(q * r - a), norm, size) < enough);
  REQUIRE(ratio_of(Rows<T>(q.adjoint() * q - Rows<T>::Identity(k, k)), 1, size) < enough);
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
      const Rows<T> a = random_matrix<T>(m, n);
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
      const Rows<T> a = random_matrix<T>(m, n);
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
      const Rows<double> thin = random_matrix<double>(101, 4);
      require_factors<double>(thin * random_matrix<double>(4, 19, 2), options);
      require_factors<double>(Rows<double>::Zero(101, 19), options);
      require_factors<double>(Rows<double>::Ones(101, 19), options);
      require_factors<double>(graded_matrix<double>(101, 19, 1e-30), options);
      for (const double scale : {1e-290, 1e290}) {
        require_factors<double>(random_matrix<double>(101, 19) * scale, options);
      }
      Rows<double> nan = random_matrix<double>(101, 19);
      nan(50, 7) = std::numeric_limits<double>::quiet_NaN();
      REQUIRE(matrix_of(rt::qr(array_of(nan), options).r).hasNaN());
    }
  }
}

TEST_CASE("qr by plan and by the reference") {
  for (const int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto panels = rt::qr(array_of(random_matrix<double>(37, 29)), {"reduced", 8});
    rt::test::require_reference(panels.q, 1e-13);
    rt::test::require_reference(panels.r, 1e-13);
    const auto tall = rt::qr(array_of(random_matrix<double>(200, 5)), {"reduced", 0, 10});
    rt::test::require_reference(tall.q, 1e-13);
    rt::test::require_reference(tall.r, 1e-13);
  }
}

TEST_CASE("qr of many matrices, of nothing, and its errors") {
  for (const int sites : {1, 2, 5}) {
    auto context = rt::Context::loopback(sites);
    std::vector<double> all;
    for (unsigned seed = 1; seed < 8; ++seed) {
      const Rows<double> a = random_matrix<double>(5, 3, seed);
      all.insert(all.end(), a.data(), a.data() + a.size());
    }
    for (const auto mode : {"reduced", "complete"}) {
      const auto factors = rt::qr(rt::from_span(all, {7, 5, 3}), mode);
      for (unsigned seed = 1; seed < 8; ++seed) {
        const auto one = rt::qr(array_of(random_matrix<double>(5, 3, seed)), mode);
        REQUIRE(norm_1(Rows<double>(matrix_of(rt::as_array(factors.q(int(seed) - 1))) -
                                    matrix_of(one.q))) < 1e-14);
        REQUIRE(norm_1(Rows<double>(matrix_of(rt::as_array(factors.r(int(seed) - 1))) -
                                    matrix_of(one.r))) < 1e-14);
      }
    }
  }
  auto context = rt::Context::loopback(2);
  for (const auto& [m, n] : {Shape{0, 0}, Shape{0, 3}, Shape{3, 0}}) {
    require_factors<double>(Rows<double>(m, n), {"reduced"});
    require_factors<double>(Rows<double>(m, n), {"complete"});
  }
  REQUIRE_THROWS_WITH(rt::qr(rt::zeros({3, 3}), "raw"), ContainsSubstring("raw"));
}
