// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/csv.hpp"

#include <cstdlib>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>

#include "support/directory.hpp"

namespace csv_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;
using rt::test::Directory;

namespace {

/// All numbers of a text, line after line, read by the C library.
std::vector<double> plainly_parsed(const std::string& text, std::int64_t skipped) {
  std::vector<double> numbers;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    if (--skipped >= 0) continue;
    std::istringstream fields(line.substr(0, line.find('#')));
    for (std::string field; std::getline(fields, field, ',');) {
      if (field.find_first_not_of(" \r") != std::string::npos) {
        numbers.push_back(std::strtod(field.c_str(), nullptr));
      }
    }
  }
  return numbers;
}

/// A text of so many rows, with lines in between that are none.
std::string random_text(std::mt19937& random, int rows, int columns, bool ends_in_newline) {
  std::ostringstream text;
  text << "a header, of any length\n";
  for (int row = 0; row < rows; ++row) {
    while (random() % 4 == 0) text << (random() % 2 == 0 ? "\n" : "  # a comment\n");
    for (int column = 0; column < columns; ++column) {
      text << (column > 0 ? "," : "") << (random() % 3 == 0 ? " " : "")
           << double(random() % 100000) / 64.0 * (random() % 2 == 0 ? 1 : -1e-3);
    }
    if (random() % 5 == 0) text << " # another";
    if (random() % 5 == 0) text << "\r";
    if (row + 1 < rows || ends_in_newline) text << "\n";
  }
  return text.str();
}

}  // namespace

TEST_CASE("a text is the array of its numbers, however it falls apart") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  std::mt19937 random(3);
  for (const int rows : {1, 2, 3, 5, 8, 13, 50, 300}) {
    for (const int columns : {1, 3, 40}) {
      const std::string text = random_text(random, rows, columns, random() % 2 == 0);
      const auto path = directory.put("x.csv", text);
      const auto x = rt::load_csv<double>(path, {.skip_rows = 1});
      CHECK(x.shape() == rt::Extents{rows, columns});
      CHECK(rt::to_vector(x) == plainly_parsed(text, 1));
    }
  }
}

TEST_CASE("rows stay on the ranks that parsed them") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  std::string text;
  for (int row = 0; row < 40; ++row) text += std::to_string(row) + std::string(100, ' ') + "\n";
  const auto x = rt::load_csv<std::int32_t>(directory.put("x.csv", text));
  CHECK_THAT(rt::explain(x, rt::in_full), ContainsSubstring("rows as read"));
  std::int64_t rows = 0;
  for (const auto& part : rt::local_parts(x)) {
    for (const auto number : part.elements()) CHECK(number == part.offset[0] + rows++);
  }
  CHECK(rows >= 40 / context.size() - 1);
  CHECK(rt::item(rt::sum(x)) == 780);
}

TEST_CASE("there may be fewer rows than ranks, one, or none") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const auto load = [&](const std::string& text, const rt::CsvFormat& format = {}) {
    return rt::load_csv<double>(directory.put("x.csv", text), format);
  };
  CHECK(rt::to_vector(load("1,2,3")) == std::vector<double>{1, 2, 3});
  CHECK(rt::to_vector(load("1 2\n3 4\n", {.delimiter = ' '})) == std::vector<double>{1, 2, 3, 4});
  CHECK(load("7\n").shape() == rt::Extents{1, 1});
  CHECK(load(std::string(3000, '\n') + "7").shape() == rt::Extents{1, 1});
  CHECK(load("").shape() == rt::Extents{0, 0});
  CHECK(load("\n\n \n").shape() == rt::Extents{0, 0});
  CHECK(load("# nothing\n").shape() == rt::Extents{0, 0});
  CHECK(load("a header\n", {.skip_rows = 1}).shape() == rt::Extents{0, 0});
  CHECK(load("1\n2\n", {.skip_rows = 5}).shape() == rt::Extents{0, 0});
  CHECK(rt::to_vector(load("") + 1.0).empty());
}

TEST_CASE("a line may be much longer than a rank's part of the file") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  std::string line = "1";
  for (int column = 1; column < 60000; ++column) line += ",1";
  const auto x = rt::load_csv<float>(directory.put("x.csv", line));
  CHECK(x.shape() == rt::Extents{1, 60000});
  CHECK(rt::item(rt::sum(x)) == 60000.0F);
  const auto y =
      rt::load_csv<std::int8_t>(directory.put("y.csv", line + "\n" + line + "\n" + line));
  CHECK(y.shape() == rt::Extents{3, 60000});
  CHECK(rt::item(rt::sum(y)) == 180000);
}

TEST_CASE("what is no number is the same error on all ranks, with its line in the file") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  for (const int bad : {2, 3, 30, 59, 60, 61}) {
    std::string short_line = "header\n";
    std::string word = "header\n";
    for (int line = 2; line <= 61; ++line) {
      short_line += line == bad && line > 2 ? "1,2\n" : "1,2,3\n";
      word += line >= bad ? "1,two,3\n" : "1,2,3\n";  // the first of them is reported
    }
    const auto error_of = [&](const std::string& text) {
      const auto path = directory.put("x.csv", text);
      return common_error<rt::ParseError>(context.transport(),
                                          [&] { rt::load_csv<double>(path, {.skip_rows = 1}); });
    };
    const std::string place = "relatile: " + directory / "x.csv:" + std::to_string(bad) + ": ";
    CHECK(error_of(word) == place + "column 2: expected a number, found 'two'");
    if (bad > 2) CHECK(error_of(short_line) == place + "line has 2 columns, expected 3");
  }
  const auto path = directory.put("x.csv", "1\n300\n");
  CHECK(common_error<rt::ParseError>(context.transport(), [&] {
          rt::load_csv<std::uint8_t>(path);
        }) == "relatile: " + path + ":2: column 1: expected a number of type uint8, found '300'");
  CHECK_THAT(common_error<rt::IoError>(context.transport(),
                                       [&] { rt::load_csv<double>(directory / "missing"); }),
             ContainsSubstring("missing: No such file or directory"));
}

}  // namespace csv_test
