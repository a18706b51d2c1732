// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

#include "relatile/function/list.hpp"
#include "support/catch.hpp"

namespace relatile {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double tiniest = std::numeric_limits<double>::denorm_min();

/// Equal, and equal in the sign of zero; NaN equals NaN.
bool same(double got, double expected) {
  if (std::isnan(expected)) return std::isnan(got);
  return got == expected && std::signbit(got) == std::signbit(expected);
}
bool close(double got, double expected) {
  return std::abs(got - expected) <= 4e-16 * std::abs(expected);
}

TEST_CASE("maximum and minimum hand on NaN, fmax and fmin avoid it") {
  CHECK(same(maximum(nan, 1.0), nan));
  CHECK(same(maximum(1.0, nan), nan));
  CHECK(same(minimum(nan, 1.0), nan));
  CHECK(same(minimum(1.0, nan), nan));
  CHECK(same(fmax(nan, 1.0), 1.0));
  CHECK(same(fmax(1.0, nan), 1.0));
  CHECK(same(fmin(nan, 1.0), 1.0));
  CHECK(same(fmin(1.0, nan), 1.0));
  CHECK(same(fmax(nan, nan), nan));
  CHECK(same(maximum(-infinity, infinity), infinity));
  CHECK(same(minimum(2.0, 1.0), 1.0));
}

TEST_CASE("clip") {
  CHECK(clip(5.0, 0.0, 3.0) == 3.0);
  CHECK(clip(-5.0, 0.0, 3.0) == 0.0);
  CHECK(clip(2.0, 3.0, 1.0) == 1.0);
  CHECK(same(clip(nan, 0.0, 3.0), nan));
  CHECK(same(clip(1.0, nan, 3.0), nan));
  CHECK(same(clip(1.0, 0.0, nan), nan));
}

TEST_CASE("floor_divide and remainder are Python's") {
  CHECK(floor_divide(-7.0, 2.0) == -4.0);
  CHECK(remainder(-7.0, 2.0) == 1.0);
  CHECK(remainder(7.0, -2.0) == -1.0);
  CHECK(floor_divide(0.3, 0.1) == 2.0);
  CHECK(remainder(0.3, 0.1) == 0.09999999999999998);
  CHECK(same(floor_divide(5.0, 0.0), infinity));
  CHECK(same(floor_divide(-5.0, 0.0), -infinity));
  CHECK(same(floor_divide(0.0, 0.0), nan));
  CHECK(same(remainder(5.0, 0.0), nan));
  CHECK(same(floor_divide(infinity, 2.0), nan));
  CHECK(same(floor_divide(-1.0, infinity), -1.0));
  CHECK(same(remainder(-1.0, infinity), infinity));
  CHECK(same(remainder(1.0, infinity), 1.0));
  CHECK(same(remainder(-0.0, 1.0), 0.0));
  CHECK(same(remainder(0.0, -1.0), -0.0));
  CHECK(same(floor_divide(0.0, -1.0), -0.0));
  CHECK(same(fmod(-7.0, 2.0), -1.0));
  CHECK(same(fmod(-6.0, 3.0), -0.0));
  CHECK(same(fmod(1.0, infinity), 1.0));
  CHECK(same(fmod(1.0, 0.0), nan));
}

TEST_CASE("division and powers at the ends") {
  CHECK(same(divide(1.0, -0.0), -infinity));
  CHECK(same(divide(0.0, 0.0), nan));
  CHECK(same(reciprocal(-0.0), -infinity));
  CHECK(same(power(-0.0, -1.0), -infinity));
  CHECK(same(power(-8.0, 1.0 / 3), nan));
  CHECK(same(power(nan, 0.0), 1.0));
  CHECK(same(power(1.0, nan), 1.0));
  CHECK(same(power(-infinity, 3.0), -infinity));
  STATIC_REQUIRE(std::is_same_v<decltype(power(2.0F, 3.0F)), float>);
}

TEST_CASE("signs") {
  CHECK(same(sign(-0.0), 0.0));
  CHECK(same(sign(nan), nan));
  CHECK(same(sign(-infinity), -1.0));
  CHECK(same(negative(0.0), -0.0));
  CHECK(same(abs(-0.0), 0.0));
  CHECK(signbit(-0.0));
  CHECK_FALSE(signbit(0.0));
  CHECK(signbit(copysign(nan, -1.0)));
  CHECK(same(copysign(3.0, -0.0), -3.0));
  CHECK(same(heaviside(-2.0, 0.5), 0.0));
  CHECK(same(heaviside(-0.0, 0.5), 0.5));
  CHECK(same(heaviside(2.0, 0.5), 1.0));
  CHECK(same(heaviside(nan, 0.5), nan));
}

TEST_CASE("exponentials and logarithms") {
  CHECK(same(exp(-infinity), 0.0));
  CHECK(same(exp(infinity), infinity));
  CHECK(same(exp2(10.0), 1024.0));
  CHECK(same(expm1(-infinity), -1.0));
  CHECK(same(expm1(-0.0), -0.0));
  CHECK(same(expm1(1e-20), 1e-20));
  CHECK(same(log(0.0), -infinity));
  CHECK(same(log(-1.0), nan));
  CHECK(close(log(tiniest), -744.4400719213812));
  CHECK(same(log2(8.0), 3.0));
  CHECK(same(log10(1000.0), 3.0));
  CHECK(same(log1p(-1.0), -infinity));
  CHECK(same(log1p(1e-20), 1e-20));
  CHECK(close(logaddexp(1000.0, 1000.0), 1000.6931471805599));
  CHECK(close(logaddexp(0.0, 1.0), 1.3132616875182228));
  CHECK(same(logaddexp(-infinity, -infinity), -infinity));
  CHECK(same(logaddexp(-infinity, 3.0), 3.0));
  CHECK(same(logaddexp(infinity, -infinity), infinity));
  CHECK(same(logaddexp(0.0, nan), nan));
}

TEST_CASE("logistic") {
  CHECK(logistic(0.0) == 0.5);
  CHECK(same(logistic(-infinity), 0.0));
  CHECK(same(logistic(infinity), 1.0));
  CHECK(same(logistic(nan), nan));
  CHECK(close(logistic(-700.0), std::exp(-700.0)));
  CHECK(logistic(-740.0) == std::exp(-740.0));
}

TEST_CASE("roots") {
  CHECK(same(sqrt(-1.0), nan));
  CHECK(same(sqrt(-0.0), -0.0));
  CHECK(same(sqrt(infinity), infinity));
  CHECK(close(cbrt(-27.0), -3.0));
  CHECK(same(square(-3.0), 9.0));
}

TEST_CASE("angles") {
  CHECK(same(arctan2(0.0, -0.0), std::numbers::pi));
  CHECK(same(arctan2(-0.0, -0.0), -std::numbers::pi));
  CHECK(close(arctan2(infinity, -infinity), 3 * std::numbers::pi / 4));
  CHECK(same(hypot(infinity, nan), infinity));
  CHECK(close(hypot(3e200, 4e200), 5e200));
  CHECK(same(degrees(std::numbers::pi), 180.0));
  CHECK(same(radians(180.0), std::numbers::pi));
  CHECK(same(arcsin(2.0), nan));
  CHECK(same(arccosh(0.5), nan));
  CHECK(same(arctanh(1.0), infinity));
  CHECK(same(tanh(-infinity), -1.0));
  CHECK(same(sin(infinity), nan));
  CHECK(close(sin(1e22), -0.8522008497671888));
  CHECK(same(angle(-1.0), std::numbers::pi));
  CHECK(same(angle(1.0), 0.0));
}

TEST_CASE("rounding") {
  CHECK(same(floor(-0.5), -1.0));
  CHECK(same(ceil(-0.5), -0.0));
  CHECK(same(trunc(-1.7), -1.0));
  CHECK(same(rint(0.5), 0.0));
  CHECK(same(rint(1.5), 2.0));
  CHECK(same(rint(-2.5), -2.0));
  CHECK(same(floor(nan), nan));
  CHECK(same(ceil(infinity), infinity));
}

TEST_CASE("NaN in comparisons and logic") {
  CHECK_FALSE(equal(nan, nan));
  CHECK(not_equal(nan, nan));
  CHECK_FALSE(less(nan, 1.0));
  CHECK_FALSE(greater_equal(nan, 1.0));
  CHECK(equal(0.0, -0.0));
  CHECK(logical_and(nan, true));
  CHECK_FALSE(logical_not(nan));
  CHECK(logical_not(-0.0));
  CHECK(logical_xor(2.0, 0.0));
  CHECK_FALSE(logical_xor(1, 2));
  CHECK(logical_or(0, tiniest));
  CHECK(isnan(-nan));
  CHECK(isinf(-infinity));
  CHECK_FALSE(isfinite(nan));
  CHECK(isfinite(tiniest));
  STATIC_REQUIRE(std::is_same_v<decltype(isnan(nan)), bool>);
}

TEST_CASE("where takes its type from the choices, not from the condition") {
  STATIC_REQUIRE(std::is_same_v<decltype(where(1.5, 1, 2)), std::int32_t>);
  STATIC_REQUIRE(std::is_same_v<decltype(where(true, 1, 2.5)), double>);
  CHECK(where(nan, 1, 2) == 1);
  CHECK(where(0.0, 1, 2) == 2);
  CHECK(where(true, std::int8_t{1}, std::uint8_t{200}) == 1);
}

}  // namespace
}  // namespace relatile
