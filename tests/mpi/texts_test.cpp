// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Texts: columns of CSV files, what savetxt writes, the Matrix Market's dense matrices, and what
// load makes of all of them by itself.
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>
#include "relatile/array/stored.hpp"

#include "support/directory.hpp"

namespace texts_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;
using rt::test::Directory;

namespace {

std::string table(int rows) {
  std::ostringstream text;
  text << "made by hand\nid,\"name, in full\",height\n";
  for (int row = 0; row < rows; ++row) {
    text << row << ",\"a, \"\"b\"\" # " << row << "\",";
    if (row % 4 != 1) text << row * 0.5;
    text << (row % 3 == 0 ? "\r\n" : " # more\n");
  }
  return text.str();
}

/// Reads a Matrix Market file plainly: a dense row-major matrix.
template <class T>
std::vector<T> plain_market(const std::string& text, const std::string& symmetry, bool pairs) {
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line) && line[0] == '%') continue;
  std::istringstream shape(line);
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  shape >> rows >> columns;
  std::vector<T> dense(std::size_t(rows * columns));
  for (std::int64_t j = 0; j < columns; ++j) {
    for (std::int64_t i = 0; i < rows; ++i) {
      if (symmetry != "general" && (i < j || (symmetry[1] == 'k' && i == j))) continue;
      double real = 0;
      double imaginary = 0;
      lines >> real;
      if (pairs) lines >> imaginary;
      const auto at = [&](std::int64_t r, std::int64_t c) -> T& {
        return dense[std::size_t(r * columns + c)];
      };
      if constexpr (rt::is_complex_v<T>) {
        at(i, j) = {real, imaginary};
      } else {
        at(i, j) = static_cast<T>(real);
      }
      if (symmetry == "general" || i == j) continue;
      at(j, i) = symmetry[1] == 'k' ? -at(i, j) : at(i, j);
      if constexpr (rt::is_complex_v<T>) {
        if (symmetry == "hermitian") at(j, i) = std::conj(at(i, j));
      }
    }
  }
  return dense;
}

std::string market_text(const std::string& field, const std::string& symmetry, std::int64_t rows,
                        std::int64_t columns) {
  std::ostringstream text;
  text << "%%MatrixMarket matrix array " << field << ' ' << symmetry << "\n% a comment\n"
       << rows << ' ' << columns << '\n';
  int number = 0;
  for (std::int64_t j = 0; j < columns; ++j) {
    for (std::int64_t i = 0; i < rows; ++i) {
      if (symmetry != "general" && (i < j || (symmetry[1] == 'k' && i == j))) continue;
      ++number;
      text << (number % 3 == 0 ? "-" : "") << number << (field == "integer" ? "" : ".5");
      if (field == "complex") text << ' ' << (symmetry == "hermitian" && i == j ? 0 : number * 2);
      text << (number % 5 == 0 ? " \n\n" : "\n");
    }
  }
  return text.str();
}

}  // namespace

TEST_CASE("columns of a text are read by name, with what is missing filled in") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  for (const int rows : {0, 1, 2, 7, 100}) {
    CAPTURE(rows);
    const auto path = directory.put("x.csv", table(rows));
    const rt::CsvFormat format{
        .skip_rows = 1, .header = true, .usecols = {"height", 0}, .filling_value = -1.0};
    const auto x = rt::load_csv<double>(path, format);
    REQUIRE(x.shape() == rt::Extents{rows, 2});
    const auto numbers = rt::to_vector(x);
    const auto [height, id] = rt::load_csv_columns<float, std::int32_t>(path, format);
    REQUIRE(height.shape() == rt::Extents{rows});
    const auto heights = rt::to_vector(height);
    const auto ids = rt::to_vector(id);
    for (int row = 0; row < rows; ++row) {
      const double expected = row % 4 != 1 ? row * 0.5 : -1;
      CHECK(numbers[std::size_t(2 * row)] == expected);
      CHECK(numbers[std::size_t(2 * row + 1)] == row);
      CHECK(heights[std::size_t(row)] == float(expected));
      CHECK(ids[std::size_t(row)] == row);
    }
    CHECK(rt::csv_names(path, {.skip_rows = 1}) ==
          std::vector<std::string>{"id", "name, in full", "height"});
  }
  CHECK(rt::csv_names(directory / "x.csv", {.skip_rows = 1000}).empty());
}

TEST_CASE("columns that are not there are the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  auto& sites = context.transport();
  const auto path = directory.put("x.csv", table(60));
  const auto error_of = [&](const rt::CsvFormat& format) {
    return common_error(sites, [&] { rt::load_csv<double>(path, format); });
  };
  CHECK(error_of({.skip_rows = 1, .header = true, .usecols = {"weight"}}) ==
        "relatile: " + path +
            " has no column called 'weight'; its header has 'id', 'name, in full', 'height'");
  CHECK(error_of({.skip_rows = 2, .usecols = {-4}}) ==
        "relatile: " + path + " has 3 columns, none of the number -4");
  CHECK(error_of({.skip_rows = 2, .usecols = {2}}) ==
        "relatile: " + path +
            ":4: column 3: expected a number, found nothing; .filling_value says what stands "
            "for it, .missing_values which words are nothing, too");
  CHECK(error_of({.skip_rows = 2, .usecols = {1}}) ==
        "relatile: " + path + ":3: column 2: expected a number, found '\"a, \"\"b\"\" # 0\"'");
  CHECK_THAT(common_error<rt::ShapeMismatch>(
                 sites, [&] { rt::load_csv_columns<double, float>(path, {.skip_rows = 2}); }),
             ContainsSubstring("3 columns of " + path + ", but 2 types of elements"));
  CHECK_THAT(common_error<rt::ParseError>(
                 sites, [&] { rt::load_csv_columns<int, int, int>(path, {.skip_rows = 2}); }),
             ContainsSubstring(":3: column 2: expected a number of type int32, found"));
}

TEST_CASE("a text that is written is the same on any number of ranks, and read again") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  for (const int rows : {0, 1, 3, 40}) {
    for (const auto& placing : {rt::everywhere, rt::split(0), rt::split(1)}) {
      const rt::Array<double, 2> x =
          rt::from_function({rows, 3}, [](std::int64_t i, std::int64_t j) {
            return i == 2 ? std::nan("") : double(i) / 3 - double(j) * 1e10;
          });
      std::string expected = "# a\n# b\n";
      std::string precise;
      for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < 3; ++j) {
          char text[64];
          const double number = double(i) / 3 - double(j) * 1e10;
          std::snprintf(text, sizeof text, "%.3e", number);
          precise += (i == 2 ? "nan" : std::string(text)) + (j < 2 ? "," : "\n");
        }
      }
      rt::savetxt(directory / "x.txt", rt::placed(x, placing), {.header = "a\nb", .footer = "c"});
      const std::string text = directory.get("x.txt");
      CHECK(text.starts_with(expected));
      CHECK(text.ends_with("# c\n"));
      rt::savetxt(directory / "p.txt", rt::placed(x, placing), {.delimiter = ',', .precision = 3});
      CHECK(directory.get("p.txt") == precise);
      if (rows == 0) continue;
      const auto y = rt::to_vector(rt::load_csv<double>(directory / "x.txt", {.delimiter = ' '}));
      const auto numbers = rt::to_vector(x);
      REQUIRE(y.size() == numbers.size());
      for (std::size_t k = 0; k < y.size(); ++k) {
        CHECK((y[k] == numbers[k] || (std::isnan(y[k]) && std::isnan(numbers[k]))));
      }
    }
  }
  const rt::Array<std::uint8_t, 1> v = rt::arange<std::uint8_t>(5);
  rt::savetxt(directory / "v.txt", v, {.header = "v", .comments = ""});
  CHECK(directory.get("v.txt") == "v\n0\n1\n2\n3\n4\n");
  rt::savetxt(directory / "s.txt", rt::sum(v));
  CHECK(directory.get("s.txt") == "10\n");
  CHECK_THAT(common_error(context.transport(),
                          [&] { rt::savetxt("c.txt", rt::zeros<std::complex<float>>({2})); }),
             ContainsSubstring("complex64 elements; write real(x) and imag(x)"));
  CHECK_THAT(common_error<rt::ShapeMismatch>(context.transport(),
                                             [&] {
                                               rt::savetxt("c.txt", rt::zeros({2, 2, 2}));
                                             }),
             ContainsSubstring("shape (2, 2, 2)"));
}

TEST_CASE("matrices of every kind are read whole, however their lines fall apart") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  for (const std::string symmetry : {"general", "symmetric", "skew-symmetric", "hermitian"}) {
    for (const std::string field : {"real", "integer", "complex"}) {
      if (symmetry == "hermitian" && field != "complex") continue;
      for (const std::int64_t n : {0, 1, 2, 5, 23}) {
        const std::int64_t columns = symmetry == "general" ? n + 2 : n;
        CAPTURE(symmetry, field, n);
        const std::string text = market_text(field, symmetry, n, columns);
        const auto path = directory.put("x.mtx", text);
        using Complex = std::complex<double>;
        const auto whole = rt::mmread<Complex>(path);
        CHECK(whole.shape() == rt::Extents{n, columns});
        CHECK(rt::to_vector(whole) == plain_market<Complex>(text, symmetry, field == "complex"));
        if (field == "complex") continue;
        CHECK(rt::to_vector(rt::mmread<float>(path)) == plain_market<float>(text, symmetry, false));
        if (field == "real") continue;
        CHECK(rt::to_vector(rt::mmread<std::int32_t>(path)) ==
              plain_market<std::int32_t>(text, symmetry, false));
      }
    }
  }
}

TEST_CASE("a matrix that is written for the Matrix Market is read again") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  const auto path = directory / "x.mtx";
  const rt::Array<double, 2> x = rt::from_function(
      {9, 4}, [](std::int64_t i, std::int64_t j) { return double(i) / 7 - double(j); });
  rt::mmwrite(path, x, {.comment = "one\ntwo"});
  CHECK(directory.get("x.mtx").starts_with(
      "%%MatrixMarket matrix array real general\n%one\n%two\n9 4\n0\n0.14285714285714285\n"));
  CHECK(rt::to_vector(rt::mmread<double>(path)) == rt::to_vector(x));

  const rt::Array<std::complex<double>, 2> c =
      rt::from_function({8, 8}, [](std::int64_t i, std::int64_t j) {
        return std::complex<double>(double(i + j), double(i - j) / 3);
      });
  rt::mmwrite(path, c, {.symmetry = "hermitian"});
  CHECK(rt::to_vector(rt::mmread<std::complex<double>>(path)) == rt::to_vector(c));
  const rt::Array<double, 2> even = rt::real(c);
  rt::mmwrite(path, even, {.symmetry = "symmetric"});
  CHECK(rt::to_vector(rt::mmread<double>(path)) == rt::to_vector(even));
  const rt::Array<double, 2> odd = rt::imag(c);
  rt::mmwrite(path, odd, {.symmetry = "skew-symmetric", .precision = 17});
  CHECK(rt::to_vector(rt::mmread<double>(path)) == rt::to_vector(odd));
  const std::string lines = directory.get("x.mtx");
  CHECK(std::count(lines.begin(), lines.end(), '\n') == 2 + 8 * 7 / 2);
  rt::mmwrite(path, rt::astype<std::int8_t>(even));
  CHECK(
      directory.get("x.mtx").starts_with("%%MatrixMarket matrix array integer general\n8 8\n0\n"));
  rt::mmwrite(path, rt::zeros({0, 0}), {.symmetry = "symmetric"});
  CHECK(rt::mmread<double>(path).shape() == rt::Extents{0, 0});
}

TEST_CASE("what is wrong with a matrix is the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  auto& sites = context.transport();
  const auto error_of = [&](const std::string& text) {
    return common_error(sites, [&] { rt::mmread<double>(directory.put("x.mtx", text)); });
  };
  const std::string path = directory / "x.mtx";
  const std::string good = market_text("real", "symmetric", 20, 20);
  CHECK(error_of(good + "5\n") == path + ": expected 210 numbers, found 211");
  CHECK(error_of(good.substr(0, good.rfind("-210"))) == path + ": expected 210 numbers, found 209");
  CHECK_THAT(error_of(good + "five\n"), ContainsSubstring("expected a number, found 'five'"));
  CHECK_THAT(error_of(good + "5 6\n"), ContainsSubstring("line has 2 columns, expected 1"));
  CHECK_THAT(error_of("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n"),
             ContainsSubstring("has a sparse matrix (coordinate format)"));
  CHECK_THAT(error_of(market_text("complex", "general", 2, 2)),
             ContainsSubstring("has complex numbers, which elements of type float64 can't hold"));
  const auto real = directory.put("r.mtx", good);
  CHECK_THAT(common_error(sites, [&] { rt::mmread<std::int32_t>(real); }),
             ContainsSubstring("has real numbers, which elements of type int32 can't hold"));
  rt::Array<double, 2> x = rt::from_function(
      {30, 30}, [](std::int64_t i, std::int64_t j) { return i == 27 && j == 3 ? 1.0 : 0.0; });
  CHECK_THAT(common_error(sites, [&] { rt::mmwrite(path, x, {.symmetry = "symmetric"}); }),
             ContainsSubstring("relatile: mmwrite: the matrix is not symmetric: its elements ("));
  CHECK_THAT(common_error<rt::ShapeMismatch>(
                 sites,
                 [&] {
                   rt::mmwrite(path, rt::zeros({2, 3}), {.symmetry = "symmetric"});
                 }),
             ContainsSubstring("a symmetric matrix of shape (2, 3)"));
  CHECK_THAT(common_error(sites, [&] { rt::mmwrite(path, x, {.symmetry = "odd"}); }),
             ContainsSubstring("no symmetry is called 'odd'"));
  CHECK_THAT(common_error(sites, [&] { rt::mmwrite(path, x, {.symmetry = "hermitian"}); }),
             ContainsSubstring("hermitian matrices are complex"));
}

TEST_CASE("load finds out what a file is") {
  rt::Context context(MPI_COMM_WORLD);
  const Directory directory(context.transport());
  auto& sites = context.transport();
  const std::vector<double> expected{1, 2, 3, 4, 5, 6};
  const rt::Array<double, 2> x = rt::from_span(expected, {2, 3});
  rt::save(directory / "a", x);
  rt::savez(directory / "b", x);
  rt::mmwrite(directory / "c", x);
  directory.put("d.csv", "p,q,r\n1,2,3\n4,5,6\n");
  directory.put("e.dat", "# p q r\n1 2 3\n4 5 6\n");
  directory.put("f.tsv", "\"p\"\tq\tr\n1\t2\t3\n4\t5\t6\n");
  directory.put("g.txt", "1;2;3\n4;5;6\n");
  for (const std::string file : {"a", "b", "c", "d.csv", "e.dat", "f.tsv", "g.txt"}) {
    CAPTURE(file);
    CHECK(rt::to_vector(rt::load<double, 2>(directory / file)) == expected);
    CHECK(rt::io::load_any(directory / file)->type.block.element == rt::element_type_of<double>());
    CHECK_THAT(
        common_error<rt::ShapeMismatch>(sites, [&] { rt::load<double, 1>(directory / file); }),
        ContainsSubstring("2 dimensions"));
  }
  rt::mmwrite(directory / "i", rt::arange<std::int16_t>(6)(rt::newaxis));
  CHECK(rt::io::load_any(directory / "i")->type.block.element ==
        rt::element_type_of<std::int64_t>());
  CHECK_THAT(common_error(sites, [&] { rt::load<double, 2>(directory / "a", "name"); }),
             ContainsSubstring("has no arrays with names; one is asked for, 'name'"));
  CHECK_THAT(common_error<rt::ParseError>(
                 sites, [&] { rt::load<double, 2>(directory.put("x.bin", "1234")); }),
             ContainsSubstring("expected a NumPy file"));
}

}  // namespace texts_test
