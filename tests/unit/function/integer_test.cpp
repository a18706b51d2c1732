// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <limits>
#include <type_traits>

#include "relatile/function/list.hpp"
#include "support/catch.hpp"

namespace relatile::integer_test {
namespace {

constexpr auto smallest = std::numeric_limits<std::int32_t>::min();
constexpr auto largest = std::numeric_limits<std::int32_t>::max();
constexpr auto smallest64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int8_t smallest8 = -128;

TEST_CASE("integers wrap and keep their type") {
  CHECK(add(largest, 1) == smallest);
  CHECK(subtract(smallest, 1) == largest);
  CHECK(multiply(largest, 2) == -2);
  CHECK(negative(smallest) == smallest);
  CHECK(abs(smallest) == smallest);
  CHECK(square(std::int32_t{65536}) == 0);
  CHECK(abs(smallest8) == smallest8);
  CHECK(negative(std::uint8_t{1}) == 255);
  CHECK(add(std::int8_t{100}, std::int8_t{100}) == -56);
  // As int, which uint16 is promoted to in C++, this product would overflow.
  CHECK(multiply(std::uint16_t{65535}, std::uint16_t{65535}) == 1);
  STATIC_REQUIRE(std::is_same_v<decltype(add(std::int8_t{}, std::int8_t{})), std::int8_t>);
  STATIC_REQUIRE(std::is_same_v<decltype(add(std::int8_t{}, std::uint8_t{})), std::int16_t>);
  STATIC_REQUIRE(std::is_same_v<decltype(add(1LL, 1)), std::int64_t>);
}

TEST_CASE("the true quotient of integers is double") {
  STATIC_REQUIRE(std::is_same_v<decltype(divide(std::int8_t{}, std::int8_t{})), double>);
  STATIC_REQUIRE(std::is_same_v<decltype(divide(true, true)), double>);
  CHECK(divide(1, 2) == 0.5);
  CHECK(divide(1, 0) == std::numeric_limits<double>::infinity());
  CHECK(isnan(divide(0, 0)));
}

TEST_CASE("floor_divide and remainder round down, fmod towards zero") {
  CHECK(floor_divide(7, 2) == 3);
  CHECK(floor_divide(-7, 2) == -4);
  CHECK(floor_divide(7, -2) == -4);
  CHECK(floor_divide(-7, -2) == 3);
  CHECK(floor_divide(-6, 2) == -3);
  CHECK(remainder(7, 2) == 1);
  CHECK(remainder(-7, 2) == 1);
  CHECK(remainder(7, -2) == -1);
  CHECK(remainder(-7, -2) == -1);
  CHECK(fmod(-7, 2) == -1);
  CHECK(fmod(7, -2) == 1);
  CHECK(floor_divide(std::int8_t{-128}, std::int8_t{100}) == -2);
  CHECK(remainder(std::int8_t{-128}, std::int8_t{100}) == 72);
  CHECK(floor_divide(255u, 2u) == 127);
}

TEST_CASE("integers by zero give zero, and the smallest by -1 does not trap") {
  CHECK(floor_divide(5, 0) == 0);
  CHECK(remainder(5, 0) == 0);
  CHECK(fmod(5, 0) == 0);
  CHECK(floor_divide(smallest, -1) == smallest);
  CHECK(remainder(smallest, -1) == 0);
  CHECK(fmod(smallest, -1) == 0);
  CHECK(floor_divide(smallest64, -1) == smallest64);
  CHECK(floor_divide(smallest8, std::int8_t{-1}) == smallest8);
  CHECK(floor_divide(5u, 0u) == 0);
  CHECK(remainder(smallest64, std::int64_t{0}) == 0);
  CHECK(reciprocal(0) == 0);
  CHECK(reciprocal(-1) == -1);
  CHECK(reciprocal(2) == 0);
}

TEST_CASE("integer powers") {
  CHECK(power(3, 4) == 81);
  CHECK(power(-2, 3) == -8);
  CHECK(power(0, 0) == 1);
  CHECK(power(0, 5) == 0);
  CHECK(power(2, 31) == smallest);
  CHECK(power(2, 33) == 0);
  CHECK(power(-1, 3) == -1);
  CHECK(power(std::uint8_t{255}, std::uint8_t{2}) == 1);
  CHECK(power(std::int64_t{3}, std::int64_t{1} << 40) == -7860764868738023423);
  STATIC_REQUIRE(std::is_same_v<decltype(power(true, true)), std::int8_t>);
  SECTION("to negative powers they are 1 / x rounded towards zero") {
    CHECK(power(2, -1) == 0);
    CHECK(power(1, -5) == 1);
    CHECK(power(-1, -5) == -1);
    CHECK(power(-1, -4) == 1);
    CHECK(power(0, -1) == 0);
    CHECK(power(-1, smallest) == 1);
  }
}

TEST_CASE("shifts by too much give zero or the sign") {
  CHECK(left_shift(1, 31) == smallest);
  CHECK(left_shift(1, 32) == 0);
  CHECK(left_shift(-1, 40) == 0);
  CHECK(left_shift(1, -1) == 0);
  CHECK(left_shift(-5, 1) == -10);
  CHECK(left_shift(std::int8_t{1}, std::int8_t{7}) == -128);
  CHECK(left_shift(std::int8_t{1}, std::int8_t{8}) == 0);
  CHECK(right_shift(-8, 1) == -4);
  CHECK(right_shift(-8, 40) == -1);
  CHECK(right_shift(-8, -1) == -1);
  CHECK(right_shift(8, 40) == 0);
  CHECK(right_shift(-8, 31) == -1);
  CHECK(right_shift(std::int8_t{-128}, std::int8_t{7}) == -1);
  CHECK(right_shift(std::uint8_t{255}, std::uint8_t{7}) == 1);
  CHECK(right_shift(std::uint8_t{255}, std::uint8_t{8}) == 0);
  STATIC_REQUIRE(std::is_same_v<decltype(left_shift(true, true)), std::int8_t>);
  CHECK(left_shift(true, true) == 2);
}

TEST_CASE("bits") {
  CHECK(bitwise_and(12, 10) == 8);
  CHECK(bitwise_or(12, 10) == 14);
  CHECK(bitwise_xor(12, 10) == 6);
  CHECK(bitwise_not(0) == -1);
  CHECK(bitwise_not(std::uint8_t{1}) == 254);
  CHECK(bitwise_not(true) == false);
  STATIC_REQUIRE(std::is_same_v<decltype(bitwise_xor(true, true)), bool>);
  CHECK(bitwise_xor(true, true) == false);
}

TEST_CASE("divisors and multiples") {
  CHECK(gcd(12, -18) == 6);
  CHECK(gcd(0, 0) == 0);
  CHECK(gcd(0, -5) == 5);
  CHECK(gcd(smallest, 6) == 2);
  CHECK(gcd(smallest, 0) == smallest);
  CHECK(gcd(smallest8, smallest8) == smallest8);
  CHECK(gcd(smallest8, std::int8_t{96}) == 32);
  CHECK(lcm(4, -6) == 12);
  CHECK(lcm(0, 5) == 0);
  CHECK(lcm(1 << 30, 3) == -1073741824);
}

TEST_CASE("bool is no small integer") {
  STATIC_REQUIRE(std::is_same_v<decltype(add(true, true)), bool>);
  CHECK(add(true, true) == true);
  CHECK(multiply(true, false) == false);
  CHECK(maximum(true, false) == true);
  CHECK(abs(true) == true);
  STATIC_REQUIRE(std::is_same_v<decltype(square(true)), std::int8_t>);
  STATIC_REQUIRE(std::is_same_v<decltype(floor_divide(true, true)), std::int8_t>);
  // NumPy refuses these as well.
  STATIC_REQUIRE_FALSE(function::Subtract::accepts<bool>);
  STATIC_REQUIRE_FALSE(function::Negative::accepts<bool>);
  STATIC_REQUIRE_FALSE(function::Sign::accepts<bool>);
  STATIC_REQUIRE_FALSE(function::Gcd::accepts<bool>);
}

TEST_CASE("signs and order of integers") {
  CHECK(sign(-5) == -1);
  CHECK(sign(0) == 0);
  CHECK(sign(5u) == 1);
  CHECK(maximum(-1, 1) == 1);
  CHECK(minimum(smallest, largest) == smallest);
  CHECK(clip(15, 0, 9) == 9);
  CHECK(clip(-15, 0, 9) == 0);
  CHECK(clip(5, 9, 0) == 0);
  CHECK(less(std::int8_t{-1}, std::uint8_t{1}));
  CHECK(greater(std::uint64_t{1} << 63, -1));
  // Compared as double, as NumPy did before 1.25.
  CHECK(equal((std::int64_t{1} << 53) + 1, std::uint64_t{1} << 53));
}

TEST_CASE("functions of reals turn integers into floating-point numbers") {
  STATIC_REQUIRE(std::is_same_v<decltype(exp(1)), double>);
  STATIC_REQUIRE(std::is_same_v<decltype(exp(std::int16_t{1})), float>);
  STATIC_REQUIRE(std::is_same_v<decltype(exp(true)), float>);
  STATIC_REQUIRE(std::is_same_v<decltype(floor(1)), double>);
  CHECK(sqrt(9) == 3.0);
  CHECK_FALSE(isnan(7));
  CHECK(isfinite(largest));
}

}  // namespace
}  // namespace relatile::integer_test
