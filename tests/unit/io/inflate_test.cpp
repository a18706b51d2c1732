// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/zip/inflate.hpp"

#include <algorithm>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace inflate_test {

using namespace relatile;
using namespace relatile::io;

namespace {

/// What zlib made of texts: of words that repeat by its own code, of few bytes by the fixed one,
/// and without compression.
constexpr const char* own_code =
    "5d92310e43310843afc211022424514e53a91d3ab655ef5ffc27dc3108d9cf264d3eafefedfdb8cbf323ed88"
    "d6b71eb1faee47bcbef7914efb7164d4818d2351079e1b93245363d541a4c9ae839514dac8a60194490d5b04"
    "ab3d95d4992fdd949177122943835a8373608bc06d418bd0dde0b8392f3a24fa0e7a23fadeb1c555afd432a2"
    "1f968e46f4632697117d80de883eae2da29f9716d1cfcb91ab079713fd06bd13fd4646e7ee1baa702ebfa131"
    "e7f615c5fae053228107cf7026a708eab8a6afbf9bc39742e8c0dff801";
constexpr const char* fixed_code = "4b4c4a4e44450a19a93939f9101200";
constexpr const char* stored = "010f00f0ff73746f726564206173206974206973";
constexpr const char* nothing = "0300";

std::string bytes_of(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

/// Inflates, with so many bytes read at a time, at most so many.
std::string inflated(const std::string& packed, std::size_t at_once = 1 << 20,
                     std::size_t wanted = 1 << 24) {
  // In memory of exactly this size, so that the address sanitizer sees every step too far.
  const std::vector<char> copy(packed.begin(), packed.end());
  std::size_t at = 0;
  std::string text;
  const auto source = [&](std::span<std::byte> target) {
    const std::size_t bytes = std::min({target.size(), copy.size() - at, at_once});
    if (bytes > 0) std::memcpy(target.data(), copy.data() + at, bytes);
    at += bytes;
    return bytes;
  };
  const auto sink = [&](std::span<const std::byte> bytes) {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return text.size() < wanted;
  };
  Inflation(source, sink, "x.npz:a").run();
  return text;
}

std::string squares() {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += std::to_string(i) + " squared is " + std::to_string(i * i) + "; ";
  }
  return text;
}

/// Bits, lowest first, as the format has them.
class Bits {
 public:
  Bits& put(unsigned value, int count) {
    for (int i = 0; i < count; ++i) {
      if (used_ % 8 == 0) bytes_ += '\0';
      if ((value >> i & 1) != 0) bytes_.back() = static_cast<char>(bytes_.back() | 1 << used_ % 8);
      ++used_;
    }
    return *this;
  }
  /// A word of a prefix code, whose highest bit comes first.
  Bits& word(unsigned value, int count) {
    for (int i = count; i-- > 0;) put(value >> i & 1, 1);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
  int used_ = 0;
};

std::string error_of(const std::string& packed) {
  try {
    inflated(packed);
  } catch (const ParseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("what zlib compresses is what it was, however it is read") {
  for (const std::size_t at_once : {1U, 2U, 7U, 1000U}) {
    CHECK(inflated(bytes_of(own_code), at_once) == squares());
    CHECK(inflated(bytes_of(fixed_code), at_once) == "abcabcabcabcabcabc hello hello");
    CHECK(inflated(bytes_of(stored), at_once) == "stored as it is");
    CHECK(inflated(bytes_of(nothing), at_once).empty());
  }
}

TEST_CASE("a text longer than the window repeats itself from all of it") {
  // Of the fixed code: "a", then 258 bytes more from one byte before, again and again.
  Bits bits;
  bits.put(1, 1).put(1, 2).word(0x30 + 'a', 8);
  for (int i = 0; i < 1000; ++i) bits.word(0xc0 + 285 - 280, 8).word(0, 5);
  // And once from 32,768 bytes before: 29, with 13 bits more.
  bits.word(0x30 + 'b', 8);
  for (int i = 0; i < 127; ++i) bits.word(0xc0 + 285 - 280, 8).word(0, 5);
  bits.word(1, 7).word(29, 5).put(8191, 13).word(0, 7);
  const std::string text = inflated(bits.bytes());
  CHECK(text == std::string(258'001, 'a') + std::string(1 + 127 * 258, 'b') + "abb");
  CHECK(inflated(bits.bytes(), 10, 1).size() < text.size());  // no more than is wanted
}

TEST_CASE("what is nothing compressed is told") {
  const std::string expected = "x.npz:a: expected compressed bytes, found ";
  CHECK(error_of("") == expected + "their end too early");
  CHECK(error_of(bytes_of(own_code).substr(0, 100)) == expected + "their end too early");
  CHECK(error_of("\x07") == expected + "invalid block type");
  CHECK(error_of(std::string("\x01\x05\x00\x05\x00", 5)) ==
        expected + "invalid stored block lengths");
  CHECK(error_of(Bits().put(1, 1).put(1, 2).word(1, 7).word(0, 5).word(0, 7).bytes()) ==
        expected + "invalid distance too far back");
  CHECK(error_of(Bits().put(1, 1).put(1, 2).word(0xc6, 8).bytes()) ==
        expected + "invalid literal/length code");
  Bits many;  // 19 words of one bit
  many.put(1, 1).put(2, 2).put(0, 5).put(0, 5).put(15, 4);
  for (int i = 0; i < 19; ++i) many.put(1, 3);
  CHECK(error_of(many.bytes()) == expected + "invalid code lengths set");
}

TEST_CASE("any bytes at all are inflated or a ParseError") {
  std::mt19937 random(23);
  for (const std::string& good : {bytes_of(own_code), bytes_of(fixed_code), bytes_of(stored)}) {
    for (std::size_t length = 0; length < good.size(); ++length) {
      CHECK_FALSE(error_of(good.substr(0, length)).empty());
    }
    for (int trial = 0; trial < 5000; ++trial) {
      std::string bad = good;
      for (auto change = random() % 3; change <= 2; ++change) {
        bad[random() % bad.size()] = static_cast<char>(random());
      }
      const std::string error = error_of(bad);
      CHECK((error.empty() || error.starts_with("x.npz:a: expected compressed bytes, found ")));
    }
  }
}

}  // namespace inflate_test
