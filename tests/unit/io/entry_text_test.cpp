// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/entries/entry_text.hpp"

#include <complex>
#include <random>
#include <string>
#include <vector>

#include "relatile/io/entries/market_coordinates.hpp"
#include "relatile/io/entries/tensor_text.hpp"
#include "support/catch.hpp"

namespace entry_text_test {

using namespace relatile;
using namespace relatile::io;
using Catch::Matchers::ContainsSubstring;

namespace {

std::int64_t key(std::int64_t row, std::int64_t column) { return row << 32 | column; }

template <class T>
ParsedEntries<T> parsed(const std::string& text, const EntryFormat& format = {}) {
  ParsedEntries<T> entries;
  parse_entries(text, format, 1, "x", entries);
  return entries;
}

template <class T = double>
std::string error_of(const std::string& text, const EntryFormat& format = {}) {
  try {
    parsed<T>(text, format);
  } catch (const ParseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a line has a row, a column and a number") {
  const auto entries = parsed<double>("1 2 0.5\n# none\n\n \t3\t1\t -1e3 # more\r\n+2 2 inf");
  CHECK(entries.keys == std::vector{key(0, 1), key(2, 0), key(1, 1)});
  CHECK(entries.values == std::vector{0.5, -1000.0, std::numeric_limits<double>::infinity()});
  CHECK(entries.lines == 3);
  CHECK(entries.rows == 3);
  CHECK(entries.columns == 2);
  CHECK(parsed<int>("x y\n7 7 7\n", {.skip_rows = 1, .first_index = 7}).keys ==
        std::vector{key(0, 0)});
  CHECK(parsed<bool>("1 1 7\n1 2 0\n").values == std::vector<std::uint8_t>{1, 0});
  CHECK(parsed<float>("% x\n1 1 # y\n2 1%z", {.comments = "#%", .numbers = 0}).values ==
        std::vector{1.0F, 1.0F});
  using Complex = std::complex<double>;
  CHECK(parsed<Complex>("1 1 -0.0 2\n", {.numbers = 2}).values == std::vector<Complex>{{-0.0, 2}});
  CHECK(parsed<Complex>("1 1 3\n").values == std::vector<Complex>{3});
}

TEST_CASE("an entry beside the diagonal may stand for its mirror image") {
  const std::string text = "3 1 2\n2 2 5\n";
  const auto mirrored = parsed<int>(text, {.symmetry = Symmetry::symmetric});
  CHECK(mirrored.keys == std::vector{key(2, 0), key(0, 2), key(1, 1)});
  CHECK(mirrored.values == std::vector{2, 2, 5});
  CHECK(mirrored.lines == 2);
  CHECK(mirrored.columns == 3);
  CHECK(parsed<int>(text, {.symmetry = Symmetry::skew_symmetric}).values == std::vector{2, -2, 5});
  using Complex = std::complex<float>;
  CHECK(parsed<Complex>("2 1 1 2\n", {.numbers = 2, .symmetry = Symmetry::hermitian}).values ==
        std::vector<Complex>{{1, 2}, {1, -2}});
  // The least of all integers has no mirror image; it becomes itself, as in NumPy.
  const std::int64_t least = std::numeric_limits<std::int64_t>::min();
  CHECK(parsed<std::int64_t>("2 1 -9223372036854775808", {.symmetry = Symmetry::skew_symmetric})
            .values == std::vector{least, least});
}

TEST_CASE("what is no entry is told with its line") {
  CHECK(error_of("1 1 1\n\n1 0 1\n") ==
        "relatile: x:3: expected a column from 1 to 2147483647, found '0'");
  CHECK(error_of("4 1 1", {.rows = 3}) == "relatile: x:1: expected a row from 1 to 3, found '4'");
  CHECK(error_of("9223372036854775807 1 1", {.first_index = -5, .rows = 3}) ==
        "relatile: x:1: expected a row from -5 to -3, found '9223372036854775807'");
  CHECK(error_of("99999999999999999999 1 1") ==
        "relatile: x:1: expected a row from 1 to 2147483647, found '99999999999999999999'");
  CHECK(error_of("1 1", {.fields = "this", .advice = "; or that"}) ==
        "relatile: x:1: expected this, found '1 1'; or that");
  for (const char* line : {"1", "1 1", "1 1 1 1", "1,1,1", "1 1 1 1 1 1 1"}) {
    CHECK_THAT(error_of(line),
               ContainsSubstring("relatile: x:1: expected a row and a column, found "));
  }
  CHECK_THAT(error_of("1 1 1", {.numbers = 0}), ContainsSubstring("found '1 1 1'"));
  CHECK(error_of<std::int8_t>("1 1 128") ==
        "relatile: x:1: expected a number of type int8, found '128'");
  CHECK(error_of("1 1 1x") == "relatile: x:1: expected a number, found '1x'");
}

TEST_CASE("lines of a tensor have an index of every axis, and are written as they were") {
  ParsedTensor<double> found(3);
  parse_tensor("# none\n2 1 5 0.5\n\n \t1\t7  1 -2 # more\r\n", {2, 7, 5}, 1, "x", found);
  CHECK(found.indices == std::vector{1, 0, 4, 0, 6, 0});
  CHECK(found.values == std::vector{0.5, -2.0});
  CHECK(found.needed == std::vector<std::int64_t>{2, 7, 5});
  std::string text;
  append_indices(text, 1, 0 * 5 + 4, {5, 1}, 1);
  append_indices(text += '/', 0, 6 * 5 + 0, {5, 1}, 1);
  append_indices(text += '/', 8, 0, {}, 1);
  CHECK(text == "2 1 5/1 7 1/9");
  CHECK_THROWS_AS(parse_tensor("1 1 1 1 1", {2, 7, 5}, 1, "x", found), ParseError);
  CHECK_THROWS_AS(parse_tensor("1 8 1 1", {2, 7, 5}, 1, "x", found), ParseError);
}

TEST_CASE("any bytes at all are entries or a ParseError") {
  const std::string text =
      "%%MatrixMarket matrix coordinate real symmetric\n% a\n9 9 3\n1 1 2.5\n9 2 -1e-3\n3 3 nan\n";
  const auto read = [](const std::string& bytes) {
    try {
      const auto file = parse_market_coordinates(bytes, true, "x");
      const auto found = parsed<float>(
          bytes,
          {.comments = "%", .skip_rows = file->header.lines, .symmetry = file->header.symmetry});
      CHECK(found.keys.size() == found.values.size());
      return found.lines;
    } catch (const Error&) {
      return std::int64_t{-1};
    }
  };
  CHECK(read(text) == 3);
  for (std::size_t size = 0; size < text.size(); ++size) read(text.substr(0, size));
  std::mt19937 bits(1);
  int accepted = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string bytes = text;
    for (auto changes = bits() % 4; changes-- > 0;) {
      bytes[bits() % bytes.size()] =
          i % 2 == 0 ? char(bits() % 256) : "0123456789 .-\n%"[bits() % 15];
    }
    accepted += read(bytes) >= 0 ? 1 : 0;
  }
  CHECK(accepted > 1000);
}

}  // namespace entry_text_test
