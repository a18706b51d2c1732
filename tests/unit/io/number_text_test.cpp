// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/number_text.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

#include "relatile/io/csv_text.hpp"
#include "support/catch.hpp"

namespace number_text_test {

using namespace relatile::io;

namespace {

template <class T>
std::string text_of(T number, int digits = shortest_digits) {
  std::string text = "x";
  append_number(text, number, digits);
  return text.substr(1);
}

}  // namespace

TEST_CASE("numbers are written as people write them") {
  CHECK(text_of(true) == "1");
  CHECK(text_of(false) == "0");
  CHECK(text_of(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(text_of(std::uint8_t(200)) == "200");
  CHECK(text_of(std::int8_t(-5)) == "-5");
  CHECK(text_of(0.1) == "0.1");
  CHECK(text_of(0.1f) == "0.1");
  CHECK(text_of(-0.0) == "-0");
  CHECK(text_of(1e300) == "1e+300");
  CHECK(text_of(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(text_of(-std::numeric_limits<float>::infinity()) == "-inf");
  CHECK(text_of(-std::numeric_limits<double>::quiet_NaN()) == "nan");
}

TEST_CASE("the shortest text is read back as the same number") {
  std::mt19937_64 random(17);
  for (int trial = 0; trial < 20'000; ++trial) {
    const auto number = std::bit_cast<double>(random());
    double again = 0;
    REQUIRE(detail::parse_number(text_of(number), again));
    CHECK((std::isnan(number)
               ? std::isnan(again)
               : std::bit_cast<std::uint64_t>(again) == std::bit_cast<std::uint64_t>(number)));
  }
}

TEST_CASE("a precision gives as many digits as C does") {
  std::mt19937_64 random(18);
  for (int trial = 0; trial < 2000; ++trial) {
    const auto number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    for (const int digits : {0, 1, 6, 18, 40}) {
      char expected[100];
      std::snprintf(expected, sizeof expected, "%.*e", digits, number);
      CHECK(text_of(number, digits) == expected);
    }
  }
  CHECK(text_of(0x1p-1074, most_digits).size() == most_digits + 2 + 5);
  CHECK(text_of(std::numeric_limits<double>::quiet_NaN(), 3) == "nan");
}

}  // namespace number_text_test
