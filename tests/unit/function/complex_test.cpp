// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>
#include <type_traits>

#include "relatile/function/list.hpp"
#include "support/catch.hpp"

namespace relatile::complex_test {
namespace {

using Complex = std::complex<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Equal part by part; NaN equals NaN.
bool same(const Complex& got, const Complex& expected) {
  const auto part = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  return part(got.real(), expected.real()) && part(got.imag(), expected.imag());
}
bool close(const Complex& got, const Complex& expected) {
  return std::abs(got - expected) <= 1e-15 * std::abs(expected);
}

TEST_CASE("complex types follow promotion") {
  using Narrow = std::complex<float>;
  STATIC_REQUIRE(std::is_same_v<decltype(add(Narrow{}, 1)), Complex>);
  STATIC_REQUIRE(std::is_same_v<decltype(add(Narrow{}, std::int16_t{1})), Narrow>);
  STATIC_REQUIRE(std::is_same_v<decltype(abs(Narrow{})), float>);
  STATIC_REQUIRE(std::is_same_v<decltype(angle(Narrow{})), float>);
  STATIC_REQUIRE(std::is_same_v<decltype(real(Complex{})), double>);
  STATIC_REQUIRE(std::is_same_v<decltype(imag(std::int8_t{})), std::int8_t>);
  STATIC_REQUIRE(std::is_same_v<decltype(conj(true)), std::int8_t>);
  STATIC_REQUIRE(std::is_same_v<decltype(isnan(Narrow{})), bool>);
}

TEST_CASE("what has an order or a sign refuses complex numbers") {
  STATIC_REQUIRE_FALSE(function::Less::accepts<Complex>);
  STATIC_REQUIRE_FALSE(function::Maximum::accepts<Complex>);
  STATIC_REQUIRE_FALSE(function::Clip::accepts<Complex>);
  STATIC_REQUIRE_FALSE(function::Sign::accepts<Complex>);
  STATIC_REQUIRE_FALSE(function::Floor::accepts<Complex>);
  STATIC_REQUIRE_FALSE(function::Arctan2::accepts<Complex>);
  STATIC_REQUIRE(function::Equal::accepts<Complex>);
}

TEST_CASE("the complex product is the schoolbook one") {
  CHECK(same(multiply(Complex(1, 2), Complex(3, 4)), Complex(-5, 10)));
  CHECK(same(square(Complex(1, 2)), Complex(-3, 4)));
  CHECK(same(multiply(Complex(infinity, infinity), Complex(1, 1)), Complex(nan, infinity)));
  CHECK(same(multiply(Complex(nan, 1), Complex(0, 0)), Complex(nan, nan)));
}

TEST_CASE("the complex quotient does not overflow on the way") {
  CHECK(close(divide(Complex(1, 1), Complex(1e300, 1e300)), Complex(1e-300, 0)));
  CHECK(close(divide(Complex(1, 2), Complex(3, -4)), Complex(-0.2, 0.4)));
  CHECK(same(divide(Complex(1, 0), Complex(0, 0)), Complex(infinity, nan)));
  CHECK(same(divide(Complex(0, 0), Complex(0, 0)), Complex(nan, nan)));
  CHECK(close(reciprocal(Complex(1, 1)), Complex(0.5, -0.5)));
  CHECK(close(reciprocal(Complex(0, 2)), Complex(0, -0.5)));
  CHECK(same(reciprocal(Complex(0, 0)), Complex(nan, nan)));
}

TEST_CASE("complex powers") {
  CHECK(same(power(Complex(0, 0), Complex(0, 0)), Complex(1, 0)));
  CHECK(same(power(Complex(0, 0), Complex(2, 0)), Complex(0, 0)));
  CHECK(same(power(Complex(0, 0), Complex(-1, 0)), Complex(nan, nan)));
  CHECK(same(power(Complex(2, 0), 3), Complex(8, 0)));
  CHECK(same(power(Complex(0, 1), 6), Complex(-1, 0)));
  CHECK(same(power(Complex(1e200, 0), 2), Complex(infinity, 0)));
  CHECK(same(power(Complex(infinity, 0), 1), Complex(infinity, 0)));
  CHECK(close(power(Complex(2, 1), -3), Complex(0.016, -0.088)));
  CHECK(close(power(Complex(0, 1), Complex(0, 2)), Complex(std::exp(-std::numbers::pi), 0)));
}

TEST_CASE("complex exponentials and logarithms") {
  CHECK(close(exp(Complex(0, std::numbers::pi)), Complex(-1, 1.2246467991473532e-16)));
  CHECK(close(exp2(Complex(1, 1)), Complex(1.5384778027279442, 1.2779225526272695)));
  CHECK(close(expm1(Complex(1e-20, 1e-20)), Complex(1e-20, 1e-20)));
  CHECK(close(expm1(Complex(1, 2)), exp(Complex(1, 2)) - 1.0));
  CHECK(close(log(Complex(-1, 0)), Complex(0, std::numbers::pi)));
  CHECK(close(log(Complex(-1, -0.0)), Complex(0, -std::numbers::pi)));
  CHECK(close(log2(Complex(8, 0)), Complex(3, 0)));
  CHECK(close(log10(Complex(-100, 0)), Complex(2, 1.3643763538418414)));
  CHECK(same(log(Complex(0, 0)), Complex(-infinity, 0)));
  CHECK(close(log1p(Complex(1e-20, 0)), Complex(1e-20, 0)));
  CHECK(close(log1p(Complex(1, 2)), log(Complex(2, 2))));
  CHECK(same(log1p(Complex(-1, 0)), Complex(-infinity, 0)));
  CHECK(same(sinc(Complex(0, 0)), Complex(1, 0)));
  CHECK(close(sinc(Complex(0, 1)), Complex(std::sinh(std::numbers::pi) / std::numbers::pi, 0)));
}

TEST_CASE("parts of complex numbers") {
  CHECK(real(Complex(1, 2)) == 1);
  CHECK(imag(Complex(1, 2)) == 2);
  CHECK(imag(nan) == 0);
  CHECK(same(conj(Complex(1, 2)), Complex(1, -2)));
  CHECK(abs(Complex(3, 4)) == 5);
  CHECK(close(abs(Complex(3e200, 4e200)), 5e200));
  CHECK(angle(Complex(0, 2)) == std::numbers::pi / 2);
  CHECK(same(sqrt(Complex(-4, 0)), Complex(0, 2)));
  CHECK(same(sqrt(Complex(-4, -0.0)), Complex(0, -2)));
  CHECK(same(rint(Complex(0.5, 1.5)), Complex(0, 2)));
}

TEST_CASE("tests of complex numbers") {
  CHECK(isnan(Complex(1, nan)));
  CHECK(isinf(Complex(nan, infinity)));
  CHECK(isnan(Complex(nan, infinity)));
  CHECK_FALSE(isfinite(Complex(1, nan)));
  CHECK_FALSE(isfinite(Complex(infinity, 1)));
  CHECK_FALSE(isinf(Complex(nan, 1)));
  CHECK(isfinite(Complex(1, 2)));
  CHECK(equal(Complex(1, 0), 1));
  CHECK(not_equal(Complex(1, 2), Complex(1, 3)));
  CHECK(logical_not(Complex(0, 0)));
  CHECK(logical_and(Complex(0, 1), 1));
}

}  // namespace
}  // namespace relatile::complex_test
