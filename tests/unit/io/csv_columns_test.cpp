// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/csv_columns.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "relatile/io/csv_text.hpp"
#include "support/catch.hpp"

namespace csv_columns_test {

using namespace relatile;
using namespace relatile::io;

namespace {

template <class T = double>
std::vector<T> numbers_of(std::string_view text, const CsvFormat& format = {}) {
  std::vector<T> numbers;
  parse_csv_lines<T>(text, format, 0, 1, "file.csv", numbers);
  return numbers;
}

template <class T = double>
std::vector<T> columns_of(std::string_view text, const CsvFormat& format,
                          const std::vector<std::int64_t>& chosen) {
  std::vector<T> numbers;
  const std::int64_t columns = count_columns(text, format, 1);
  parse_csv_columns<T>(text, format, columns, chosen, 1, "file.csv", numbers);
  return numbers;
}

template <class Expected, class Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const Expected& error) {
    return error.what();
  }
  return "";
}

using Doubles = std::vector<double>;
using Names = std::vector<std::string>;

/// The fields of a line one byte after the other, by the rules alone; nothing if a quote is wrong.
std::optional<Names> plain_fields(const std::string& line, char delimiter) {
  Names fields;
  std::size_t i = 0;
  const auto blank = [&] { return i < line.size() && line[i] == ' '; };
  while (true) {
    while (blank()) ++i;
    std::string field;
    if (i < line.size() && line[i] == '"') {
      for (++i;; ++i) {
        if (i >= line.size()) return std::nullopt;
        if (line[i] != '"') {
          field += line[i];
        } else if (i + 1 < line.size() && line[i + 1] == '"') {
          field += line[i++];
        } else {
          break;
        }
      }
      ++i;
      while (blank()) ++i;
      if (i < line.size() && line[i] != delimiter) return std::nullopt;
    } else {
      while (i < line.size() && line[i] != delimiter) field += line[i++];
      while (field.ends_with(' ')) field.pop_back();
    }
    fields.push_back(field);
    if (i >= line.size()) return fields;
    ++i;
  }
}

}  // namespace

TEST_CASE("fields may be in quotes, with anything in them") {
  CHECK(numbers_of("\"1\",\"2\"\n 3 , \" 4 \" \n") == Doubles{1, 2, 3, 4});
  CHECK(columns_of("\"a,b\",1 # \"\n\"c \"\"#\"\" d\" , 2\n", {}, {1}) == Doubles{1, 2});
  CHECK(columns_of("'a;b';1\n", {.delimiter = ';', .quote = '\''}, {1}) == Doubles{1});
  CHECK(columns_of("\"a b\" 1\n", {.delimiter = ' '}, {1}) == Doubles{1});
  CHECK(columns_of("a\"b,1\n5' pipe,2\n", {}, {1}) == Doubles{1, 2});  // not at the beginning
  CHECK(columns_of("\"a,1\n", {.quote = '\0'}, {1}) == Doubles{1});
  const auto error = [](const std::string& text) {
    return error_of<ParseError>([&] { columns_of(text, {}, {1}); });
  };
  const std::string expected =
      ": expected a field that ends, on its line, with the quote that it begins with, found ";
  CHECK(error("1,2\n\"a,1\n") == "relatile: file.csv:2: column 1" + expected + "'\"a,1'");
  CHECK(error("\"a\"b,1\n") == "relatile: file.csv:1: column 1" + expected + "'\"a\"b'");
  CHECK(error("1,\"\n") == "relatile: file.csv:1: column 2" + expected + "'\"'");
  CHECK(error("1,\"x\"\n") == "relatile: file.csv:1: column 2: expected a number, found '\"x\"'");
}

TEST_CASE("quotes are read as a reader of single bytes reads them") {
  std::mt19937 random(3);
  int good = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string line = "x";
    while (random() % 12 != 0) line += "\"\", a1"[random() % 6];
    const CsvFormat format{.comment = '\0'};
    const auto expected = plain_fields(line, ',');
    if (!expected) continue;
    // The blanks at a line's ends belong to no field of it.
    CAPTURE(line);
    CHECK(parse_csv_header(line, format) == *expected);
    ++good;
  }
  CHECK(good > 1000);
}

TEST_CASE("a header names columns, also as a comment") {
  CHECK(parse_csv_header("a,b c, \"d, \"\"e\"\"\" # f\r\n", {}) == Names{"a", "b c", "d, \"e\""});
  CHECK(parse_csv_header("# a  b\tc\n", {.delimiter = ' '}) == Names{"a", "b", "c"});
  CHECK(parse_csv_header("a;;b", {.delimiter = ';'}) == Names{"a", "", "b"});
  CHECK(parse_csv_header("", {}).empty());
  CHECK(parse_csv_header("#\n", {}).empty());
  CHECK(numbers_of("what\na,b\n1,2\n", {.skip_rows = 1, .header = true}) == Doubles{1, 2});
}

TEST_CASE("columns are chosen by numbers and names, in any order") {
  const Names names{"a", "b", "c"};
  using Chosen = std::vector<std::int64_t>;
  CHECK(chosen_columns({2, 0, -1, -3, 2}, 3, {}, "x.csv") == Chosen{2, 0, 2, 0, 2});
  CHECK(chosen_columns({"c", 0, "b"}, 3, names, "x.csv") == Chosen{2, 0, 1});
  CHECK(chosen_columns({}, 3, names, "x.csv").empty());
  const auto error = [](const std::vector<CsvColumn>& wanted, const Names& there) {
    return error_of<Error>([&] { chosen_columns(wanted, 3, there, "x.csv"); });
  };
  CHECK(error({0, 3}, names) == "relatile: x.csv has 3 columns, none of the number 3");
  CHECK(error({-4}, names) == "relatile: x.csv has 3 columns, none of the number -4");
  CHECK(error({"d"}, names) ==
        "relatile: x.csv has no column called 'd'; its header has 'a', 'b', 'c'");
  CHECK(error({"d"}, {}) ==
        "relatile: x.csv has no column called 'd'; no header was asked for, or it is empty");
  CHECK(columns_of("1,x,3\n4,y,6\n", {}, {2, 0}) == Doubles{3, 1, 6, 4});
  CHECK(error_of<ParseError>([] { columns_of("1,x,3\n4,y\n", {}, {0}); }) ==
        "relatile: file.csv:2: line has 2 columns, expected 3");
  CHECK(error_of<ParseError>([] {
          columns_of("1,x,3\n", {}, {2, 1});
        }) == "relatile: file.csv:1: column 2: expected a number, found 'x'");
}

TEST_CASE("missing numbers are filled in where that is asked for") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto filled = numbers_of(",1\nN/A,\"\"\n-999,2\n",
                                 {.filling_value = nan, .missing_values = {"N/A", "-999"}});
  REQUIRE(filled.size() == 6);
  for (const std::size_t missing : {0U, 2U, 3U, 4U}) CHECK(std::isnan(filled[missing]));
  CHECK(filled[1] == 1);
  CHECK(filled[5] == 2);
  CHECK(numbers_of<std::int64_t>("1,,3", {.filling_value = -1}) ==
        std::vector<std::int64_t>{1, -1, 3});
  const auto error = [](const std::string& text, const CsvFormat& format) {
    return error_of<ParseError>([&] { numbers_of(text, format); });
  };
  CHECK(error("1,,3", {}) ==
        std::string("relatile: file.csv:1: column 2: expected a number, found nothing") +
            relatile::io::detail::advice_on_missing);
  CHECK(error("1,N/A", {.missing_values = {"N/A"}}) ==
        "relatile: file.csv:1: column 2: expected a number, found 'N/A'");
  CHECK(error("1,n/a", {.filling_value = 0, .missing_values = {"N/A"}}) ==
        "relatile: file.csv:1: column 2: expected a number, found 'n/a'");
  const auto refused = [](auto number, double filling) {
    using T = decltype(number);
    return !error_of<Error>([&] { numbers_of<T>("1", {.filling_value = filling}); }).empty();
  };
  CHECK(refused(std::int32_t(), nan));
  CHECK(refused(std::int32_t(), 0.5));
  CHECK(refused(std::uint8_t(), -1));
  CHECK(refused(std::uint8_t(), 256));
  CHECK_FALSE(refused(std::uint8_t(), 255));
  CHECK(refused(std::int64_t(), 0x1p63));
  CHECK_FALSE(refused(std::int64_t(), -0x1p63));
  CHECK(refused(std::uint64_t(), 0x1p64));
}

}  // namespace csv_columns_test
