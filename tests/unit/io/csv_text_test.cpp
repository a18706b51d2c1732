// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/csv_text.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace csv_text_test {

using namespace relatile;
using namespace relatile::io;

namespace {

template <class T = double>
std::vector<T> numbers_of(std::string_view text, const CsvFormat& format = {},
                          std::int64_t columns = 0) {
  std::vector<T> numbers;
  parse_csv_lines<T>(text, format, columns, 1, "file.csv", numbers);
  return numbers;
}

template <class T = double>
std::string error_of(std::string_view text, const CsvFormat& format = {},
                     std::int64_t columns = 0) {
  try {
    numbers_of<T>(text, format, columns);
  } catch (const ParseError& error) {
    return error.what();
  }
  return "";
}

using Doubles = std::vector<double>;

}  // namespace

TEST_CASE("rows of numbers are read in order") {
  CHECK(numbers_of("1,2.5\n-3e2,.5\n") == Doubles{1, 2.5, -300, 0.5});
  CHECK(numbers_of("1,2.5\n-3e2,.5") == Doubles{1, 2.5, -300, 0.5});
  CHECK(numbers_of("1,2.5\r\n-3e2,.5\r\n") == Doubles{1, 2.5, -300, 0.5});
  CHECK(numbers_of("  1 ,\t2.5 \n -3e2,.5  ") == Doubles{1, 2.5, -300, 0.5});
  CHECK(numbers_of("").empty());
  CHECK(numbers_of("7") == Doubles{7});
}

TEST_CASE("numbers are appended and their columns counted") {
  Doubles numbers{9};
  CHECK(parse_csv_lines<double>("1,2,3\n", {}, 0, 1, "x", numbers) == 3);
  CHECK(parse_csv_lines<double>("4,5,6\n", {}, 3, 2, "x", numbers) == 3);
  CHECK(parse_csv_lines<double>("# nothing\n", {}, 0, 3, "x", numbers) == 0);
  CHECK(numbers == Doubles{9, 1, 2, 3, 4, 5, 6});
  CHECK(count_columns("\n#x\n1;2;3", {';'}, 1) == 3);
  CHECK(count_columns("\n#x\n", {}, 1) == 0);
}

TEST_CASE("a byte order mark before the first line is passed over") {
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(numbers_of(mark + "1.5,2\n3,4\n") == Doubles{1.5, 2, 3, 4});
  CHECK(error_of("1.5,2\n" + mark + "3,4\n") != "");
  const CsvFormat named{.header = true};
  CHECK(parse_csv_header(mark + "a,b\n", named) == std::vector<std::string>{"a", "b"});
  CHECK(numbers_of(mark + "a,b\n3,4\n", named) == Doubles{3, 4});
  CHECK(numbers_of(mark + "# a comment\n3,4\n", {.comment = '#'}) == Doubles{3, 4});
  // Any other line has none.
  const CsvFormat second{.skip_rows = 1, .header = true};
  CHECK(parse_csv_header(mark + "a\n", second) == std::vector<std::string>{mark + "a"});
  CHECK(numbers_of(mark + "x\na\n3\n", second) == Doubles{3});
}

TEST_CASE("blank lines, comments and skipped rows are no rows") {
  CHECK(numbers_of("# a,b\n\n1,2 # why\n  \r\n\t# x\n3,4\n#") == Doubles{1, 2, 3, 4});
  CHECK(numbers_of("% a\n1,2\n", {',', 0, '%'}) == Doubles{1, 2});
  CHECK(numbers_of("a,b\n\nx y z\n1,2\n", {',', 3}) == Doubles{1, 2});
  CHECK(numbers_of("a\n", {',', 5}).empty());
  CHECK_FALSE(error_of("1,2\n#\n", {',', 0, '\0'}).empty());
}

TEST_CASE("rows are skipped by their number in the file") {
  Doubles numbers;
  parse_csv_lines<double>("3\n4\n5\n", {',', 4}, 1, 3, "x", numbers);  // lines 3, 4 and 5
  CHECK(numbers == Doubles{5});
}

TEST_CASE("a blank or tab as delimiter is any run of blanks") {
  for (const char delimiter : {' ', '\t'}) {
    CHECK(numbers_of("1 2\t 3\n  4\t5 6  \r\n", {delimiter}) == Doubles{1, 2, 3, 4, 5, 6});
  }
  CHECK(numbers_of("1;2\n3;4", {';'}) == Doubles{1, 2, 3, 4});
}

TEST_CASE("floats are spelled as NumPy's loadtxt accepts them") {
  CHECK(numbers_of("+1.5,1.,1e5,1E-3,-0") == Doubles{1.5, 1, 1e5, 1e-3, 0});
  CHECK(std::signbit(numbers_of("-0.0").front()));
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(numbers_of("inf,-Inf,+INF,infinity,1e999,-1e999,1e-999") ==
        Doubles{inf, -inf, inf, inf, inf, -inf, 0});
  for (const double x : numbers_of("nan,NaN,-nan,+NAN")) CHECK(std::isnan(x));
  CHECK(numbers_of("0.1,1.7976931348623157e308,5e-324,9007199254740993") ==
        Doubles{0.1, 1.7976931348623157e308, 5e-324, 9007199254740992.0});
  CHECK(numbers_of<float>("0.1,16777217") == std::vector<float>{0.1F, 16777216.0F});
  for (const std::string bad : {"abc", "1.5x", "1e", "--1", "+-1", "++1", "+", "-", ".", "e5",
                                "1,5 6", "0x10", "1_000", "1d5", "nanx", "1\xff", "1\v"}) {
    CAPTURE(bad);
    CHECK_FALSE(error_of(bad).empty());
  }
}

TEST_CASE("integers are exact, and nothing else") {
  CHECK(numbers_of<std::int64_t>("9223372036854775807,-9223372036854775808,+7") ==
        std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max(),
                                  std::numeric_limits<std::int64_t>::min(), 7});
  CHECK(numbers_of<std::uint8_t>("0,255") == std::vector<std::uint8_t>{0, 255});
  CHECK(error_of<int>("1,5.0") ==
        "relatile: file.csv:1: column 2: expected a number of type int32, found '5.0'");
  for (const std::string bad : {"256", "-1", "", "1e2", "nan", "+-1"}) {
    CAPTURE(bad);
    CHECK_FALSE(error_of<std::uint8_t>("1," + bad).empty());
  }
}

TEST_CASE("an error names file, line and column") {
  const std::string advice = relatile::io::detail::advice_on_missing;
  CHECK(error_of("1,2,3\n\n4,5,abc\n") ==
        "relatile: file.csv:3: column 3: expected a number, found 'abc'");
  CHECK(error_of("1,,3\n") ==
        "relatile: file.csv:1: column 2: expected a number, found nothing" + advice);
  CHECK(error_of("1,2,\n") ==
        "relatile: file.csv:1: column 3: expected a number, found nothing" + advice);
  const auto asked = [](const std::string& other) {
    return "'; if numbers are separated by '" + other + "', say {.delimiter = '" + other + "'}";
  };
  const std::string found = "relatile: file.csv:1: column 1: expected a number, found '";
  CHECK(error_of("1.5 2\n") == found + "1.5 2" + asked(" "));
  CHECK(error_of("1;2\n") == found + "1;2" + asked(";"));
  CHECK(error_of("1,2\n", {.delimiter = ' '}) == found + "1,2" + asked(","));
  CHECK(error_of("a b\n") == found + "a b'");
  CHECK(error_of("1,2\n1,2,3,4\n") == "relatile: file.csv:2: line has 4 columns, expected 2");
  CHECK(error_of("1,2\n1\n") == "relatile: file.csv:2: line has 1 column, expected 2");
  CHECK(error_of("1,2,3,4\n", {}, 5) == "relatile: file.csv:1: line has 4 columns, expected 5");
  CHECK(error_of(std::string(
            100, '\x01')) == "relatile: file.csv:1: column 1: expected a number, found '" + [] {
    std::string shown;
    for (int i = 0; i < 40; ++i) shown += "\\x01";
    return shown;
  }() + "...'");
}

TEST_CASE("lines are counted with and without a newline at the end") {
  CHECK(count_lines("") == 0);
  CHECK(count_lines("a") == 1);
  CHECK(count_lines("a\n") == 1);
  CHECK(count_lines("a\n\nb") == 3);
}

TEST_CASE("however a file is cut, every line belongs to exactly one site") {
  for (const std::string file :
       {"1\n22\n333\n\n4444\n5", "1\n2\n", "one long line", "\n\n\n", ""}) {
    const auto size = static_cast<std::int64_t>(file.size());
    for (std::int64_t sites = 1; sites <= size + 2; ++sites) {
      std::string all;
      for (std::int64_t site = 0; site < sites; ++site) {
        const Range range = even_part(size, sites, site);
        const std::int64_t begin = std::max<std::int64_t>(range.low - 1, 0);
        // As a site would: its range first, then one byte more at a time.
        for (std::int64_t end = range.high;; ++end) {
          REQUIRE(end <= size);
          const std::string text =
              file.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
          if (const auto lines = whole_lines(text, range, end == size)) {
            CHECK((lines->empty() || lines->back() == '\n' || end == size));
            all += *lines;
            break;
          }
        }
      }
      CAPTURE(file, sites);
      CHECK(all == file);
    }
  }
}

TEST_CASE("a range that begins in the middle of a long line waits for its end") {
  CHECK_FALSE(whole_lines("abc", {1, 10}, false));
  CHECK(whole_lines("abcdefghij", {1, 10}, false)->empty());  // the line began before
  CHECK(whole_lines("a\nbc\nd", {1, 3}, false) == "bc\n");
}

TEST_CASE("any text at all gives numbers or a ParseError") {
  const unsigned seed = 20240608;
  CAPTURE(seed);
  std::mt19937 random(seed);
  const std::string alphabet = "0123456789+-.eE,; \t\r\n#naif\"\xff";
  for (int trial = 0; trial < 5000; ++trial) {
    std::vector<char> text(random() % 60);
    for (char& c : text) {
      c = random() % 20 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
    }
    const CsvFormat format{",; \t"[random() % 4], std::int64_t(random() % 3),
                           random() % 2 ? '#' : '\0'};
    const std::string_view lines(text.data(), text.size());
    try {
      const auto numbers = numbers_of(lines, format);
      const std::int64_t columns = count_columns(lines, format, 1);
      REQUIRE((columns > 0 ? std::ssize(numbers) % columns == 0 : numbers.empty()));
    } catch (const ParseError& error) {
      REQUIRE(std::string(error.what()).starts_with("relatile: file.csv:"));
    }
    error_of<std::int16_t>(lines, format);
  }
}

}  // namespace csv_text_test
