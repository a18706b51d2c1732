// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/zip/crc32.hpp"

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace crc32_test {

using namespace relatile::io;

namespace {

/// As the definition has it, bit after bit.
std::uint32_t plain_crc(const std::string& text) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  }
  return ~crc;
}

Remainder remainder_of_text(const std::string& text) {
  return remainder_of(std::as_bytes(std::span(text)));
}

std::string random_text(std::mt19937& random, std::size_t length) {
  std::string text(length, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

}  // namespace

TEST_CASE("a checksum is that of its definition") {
  CHECK(crc32_of(remainder_of_text("123456789"), 9) == 0xcbf43926);  // the usual example
  CHECK(crc32_of(remainder_of_text(""), 0) == 0);
  std::mt19937 random(5);
  for (std::size_t length = 0; length < 70; ++length) {
    const std::string text = random_text(random, length);
    CHECK(crc32_of(remainder_of_text(text), std::ssize(text)) == plain_crc(text));
  }
}

TEST_CASE("parts of a text add up, in any order") {
  std::mt19937 random(7);
  Followed followed;
  for (int trial = 0; trial < 200; ++trial) {
    const std::string text = random_text(random, random() % 300);
    std::vector<std::size_t> cuts{0, text.size()};
    while (random() % 6 != 0) cuts.push_back(random() % (text.size() + 1));
    std::sort(cuts.begin(), cuts.end());
    Remainder sum = 0;
    for (std::size_t i = cuts.size() - 1; i-- > 0;) {
      const auto behind = static_cast<std::int64_t>(text.size() - cuts[i + 1]);
      const Remainder part = remainder_of_text(text.substr(cuts[i], cuts[i + 1] - cuts[i]));
      CHECK(followed(part, behind) == followed_by(part, behind));
      sum ^= followed(part, behind);
    }
    CHECK(crc32_of(sum, std::ssize(text)) == plain_crc(text));
  }
}

TEST_CASE("many zeros take no time") {
  const std::string zeros(5000, '\0');
  CHECK(crc32_of(followed_by(remainder_of_text("a"), 5000), 5001) == plain_crc("a" + zeros));
  // Twice as far is as far, twice.
  const Remainder a = remainder_of_text("a");
  constexpr std::int64_t far = std::int64_t(1) << 40;
  CHECK(followed_by(a, 2 * far) == followed_by(followed_by(a, far), far));
}

}  // namespace crc32_test
