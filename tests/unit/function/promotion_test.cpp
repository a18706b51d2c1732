// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/core/promotion.hpp"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "support/catch.hpp"

namespace relatile::promotion_test {
namespace {

// NumPy's one-letter names, in the order of `Types`.
constexpr std::string_view letters = "?bBhHiIqQfdFD";
using Types = std::tuple<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                         std::uint32_t, std::int64_t, std::uint64_t, float, double,
                         std::complex<float>, std::complex<double>>;

template <class T, std::size_t... I>
constexpr char letter_of(std::index_sequence<I...>) {
  char result = '-';
  ((std::is_same_v<T, std::tuple_element_t<I, Types>> ? void(result = letters[I]) : void()), ...);
  return result;
}
template <class T>
constexpr char letter = letter_of<T>(std::make_index_sequence<letters.size()>{});

template <std::size_t A, std::size_t... B>
std::string promotions_of(std::index_sequence<B...>) {
  return {letter<promote_t<std::tuple_element_t<A, Types>, std::tuple_element_t<B, Types>>>...};
}
template <std::size_t A, class... S>
std::string weak_promotions_of() {
  return {letter<weak_promote_t<std::tuple_element_t<A, Types>, S>>...};
}

void check(const std::string& got, std::string_view expected) { CHECK(got == expected); }

TEST_CASE("promote_t is NumPy's result_type of two array types") {
  // [numpy.result_type(numpy.dtype(a), numpy.dtype(b)).char for b in "?bBhHiIqQfdFD"]
  constexpr std::string_view expected[] = {
      "?bBhHiIqQfdFD",  // ?
      "bbhhiiqqdfdFD",  // b
      "BhBhHiIqQfdFD",  // B
      "hhhhiiqqdfdFD",  // h
      "HiHiHiIqQfdFD",  // H
      "iiiiiiqqdddDD",  // i
      "IqIqIqIqQddDD",  // I
      "qqqqqqqqdddDD",  // q
      "QdQdQdQdQddDD",  // Q
      "fffffddddfdFD",  // f
      "dddddddddddDD",  // d
      "FFFFFDDDDFDFD",  // F
      "DDDDDDDDDDDDD",  // D
  };
  [&]<std::size_t... A>(std::index_sequence<A...>) {
    (check(promotions_of<A>(std::make_index_sequence<letters.size()>{}), expected[A]), ...);
  }
  (std::make_index_sequence<letters.size()>{});
}

TEST_CASE("promotion does not depend on the order of several types") {
  STATIC_REQUIRE(std::is_same_v<promote_t<std::int8_t, std::uint16_t, float>, float>);
  STATIC_REQUIRE(std::is_same_v<promote_t<float, std::int8_t, std::uint16_t>, float>);
  STATIC_REQUIRE(std::is_same_v<promote_t<std::int8_t, std::uint64_t, std::int64_t>, double>);
  STATIC_REQUIRE(std::is_same_v<promote_t<std::int64_t, std::int8_t, std::uint64_t>, double>);
  STATIC_REQUIRE(std::is_same_v<promote_t<std::complex<float>, std::uint8_t, std::int32_t>,
                                std::complex<double>>);
}

TEST_CASE("types of one size and signedness are one") {
  STATIC_REQUIRE(std::is_same_v<promote_t<long long, long long>, std::int64_t>);
  STATIC_REQUIRE(std::is_same_v<promote_t<long, long long>, std::int64_t>);
  STATIC_REQUIRE(std::is_same_v<canonical_t<unsigned long long>, std::uint64_t>);
  STATIC_REQUIRE(is_scalar_type_v<long long>);
  STATIC_REQUIRE_FALSE(is_scalar_type_v<char>);
  STATIC_REQUIRE_FALSE(is_scalar_type_v<long double>);
  STATIC_REQUIRE_FALSE(is_scalar_type_v<std::complex<long double>>);
}

TEST_CASE("a C++ number counts by its kind only") {
  // For bool, int, double and complex<double> each.
  constexpr std::string_view expected[] = {"?qdD", "bbdD", "BBdD", "hhdD", "HHdD", "iidD", "IIdD",
                                           "qqdD", "QQdD", "fffF", "dddD", "FFFF", "DDDD"};
  [&]<std::size_t... A>(std::index_sequence<A...>) {
    (check(weak_promotions_of<A, bool, int, double, std::complex<double>>(), expected[A]), ...);
    (check(weak_promotions_of<A, bool, std::uint8_t, float, std::complex<float>>(), expected[A]),
     ...);
  }
  (std::make_index_sequence<letters.size()>{});
}

TEST_CASE("floating_t is what NumPy computes exp in, but for float16") {
  [&]<std::size_t... A>(std::index_sequence<A...>) {
    CHECK(std::string{letter<floating_t<std::tuple_element_t<A, Types>>>...} == "fffffddddfdFD");
    CHECK(std::string{letter<real_t<std::tuple_element_t<A, Types>>>...} == "?bBhHiIqQfdfd");
  }
  (std::make_index_sequence<letters.size()>{});
}

TEST_CASE("convert_element follows astype") {
  using Complex = std::complex<double>;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(convert_element<bool>(nan));
  CHECK(convert_element<bool>(1e-300));
  CHECK_FALSE(convert_element<bool>(-0.0));
  CHECK(convert_element<bool>(Complex(0, 1)));
  CHECK_FALSE(convert_element<bool>(Complex(0, -0.0)));
  CHECK(convert_element<std::uint8_t>(300) == 44);
  CHECK(convert_element<std::uint8_t>(-1) == 255);
  CHECK(convert_element<int>(-2.9) == -2);
  CHECK(convert_element<double>(Complex(2, 3)) == 2);
  CHECK(convert_element<std::complex<float>>(Complex(2, 3)) == std::complex<float>(2, 3));
  CHECK(convert_element<Complex>(7) == Complex(7, 0));
}

}  // namespace
}  // namespace relatile::promotion_test
