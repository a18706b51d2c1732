// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/io/matrix_market_text.hpp"

#include <random>
#include <string>
#include <vector>

#include "relatile/io/market_order.hpp"
#include "support/catch.hpp"

namespace matrix_market_text_test {

using namespace relatile;
using namespace relatile::io;
using Catch::Matchers::ContainsSubstring;

namespace {

MarketHeader parsed(const std::string& text) {
  const auto header = parse_market_header(text, true, "x.mtx");
  REQUIRE(header);
  return *header;
}

std::string error_of(const std::string& text) {
  try {
    parse_market_header(text, true, "x.mtx");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// The elements that a file has, in its order, by the format's own rules.
std::vector<std::pair<std::int64_t, std::int64_t>> plain_order(const MarketHeader& header) {
  std::vector<std::pair<std::int64_t, std::int64_t>> order;
  for (std::int64_t j = 0; j < header.columns; ++j) {
    for (std::int64_t i = 0; i < header.rows; ++i) {
      const bool skew = header.symmetry == Symmetry::skew_symmetric;
      if (header.symmetry != Symmetry::general && (i < j || (skew && i == j))) continue;
      order.emplace_back(i, j);
    }
  }
  return order;
}

}  // namespace

TEST_CASE("a header says what the numbers are") {
  const MarketHeader a =
      parsed("%%MatrixMarket matrix array real general\n% one\n\n%\n 3  4 \n1\n");
  CHECK(a.field == MarketField::real);
  CHECK(a.symmetry == Symmetry::general);
  CHECK(a.rows == 3);
  CHECK(a.columns == 4);
  CHECK(a.lines == 5);
  const MarketHeader b = parsed("%%matrixmarket MATRIX Array Complex HERMITIAN\r\n2\t2\r\n");
  CHECK(b.field == MarketField::complex);
  CHECK(b.symmetry == Symmetry::hermitian);
  CHECK(b.lines == 2);
  CHECK(parsed("%%MatrixMarket matrix array double symmetric\n0 0").field == MarketField::real);
  CHECK_FALSE(parse_market_header("%%MatrixMarket matrix array real general\n3 4", false, "x"));
  CHECK_FALSE(parse_market_header("%%MatrixMarket", false, "x"));
}

TEST_CASE("a header that is written is read again") {
  for (const auto symmetry : {Symmetry::general, Symmetry::symmetric, Symmetry::skew_symmetric}) {
    for (const auto field : {MarketField::real, MarketField::integer, MarketField::complex}) {
      const MarketHeader header{field, symmetry, 7, 7};
      const MarketHeader again = parsed(market_header_text(header, "two\nlines"));
      CHECK(again.field == field);
      CHECK(again.symmetry == symmetry);
      CHECK(again.rows == 7);
      CHECK(again.lines == 4);
    }
  }
}

TEST_CASE("what is no header of a dense matrix is told") {
  CHECK(error_of("%%MatrixMarket matrix coordinate real general\n2 2 1\n") ==
        "relatile: x.mtx has a sparse matrix (coordinate format), which mmread_sparse reads "
        "(relatile/sparse.hpp)");
  CHECK_THAT(error_of(""), ContainsSubstring("x.mtx:1: expected '%%MatrixMarket matrix array"));
  CHECK_THAT(error_of("%%MatrixMarket matrix array pattern general\n2 2\n"),
             ContainsSubstring("numbers, found 'pattern'"));
  CHECK_THAT(error_of("%%MatrixMarket matrix array real hermitian\n2 2\n"),
             ContainsSubstring("expected 'complex' numbers of a hermitian matrix, found 'real'"));
  CHECK_THAT(error_of("%%MatrixMarket matrix array real odd\n2 2\n"),
             ContainsSubstring("'hermitian', found 'odd'"));
  const std::string banner = "%%MatrixMarket matrix array real symmetric\n";
  CHECK_THAT(error_of(banner + "2 3\n"),
             ContainsSubstring("x.mtx:2: expected as many rows as columns, found '2 3'"));
  for (const char* shape :
       {"2", "2 2 2", "-1 -1", "a b", "2 2x", "9223372036854775808 1", "4294967296 4294967296"}) {
    CHECK_THAT(error_of(banner + "% more\n" + shape), ContainsSubstring("x.mtx:3: expected "));
  }
  CHECK_THAT(error_of(banner + "%"), ContainsSubstring("the extents of a matrix, found nothing"));
}

TEST_CASE("numbers go down the columns that there are") {
  for (const auto symmetry : {Symmetry::general, Symmetry::symmetric, Symmetry::skew_symmetric}) {
    for (std::int64_t rows = 0; rows < 7; ++rows) {
      for (std::int64_t columns = 0; columns < 7; ++columns) {
        if (symmetry != Symmetry::general && rows != columns) continue;
        const MarketHeader header{MarketField::real, symmetry, rows, columns};
        const MarketOrder order(header);
        const auto expected = plain_order(header);
        REQUIRE(order.count() == std::ssize(expected));
        MarketOrder::Place walked;
        std::int64_t last = 0;
        for (std::size_t k = 0; k < expected.size(); ++k) {
          const auto index = static_cast<std::int64_t>(k);
          const auto [i, j] = expected[k];
          walked = k == 0 ? order.place(0) : order.after(walked);
          CHECK(order.place(index).row == i);
          CHECK(order.place(index).column == j);
          CHECK(walked.row == i);
          CHECK(walked.column == j);
          // Whoever has numbers from here on has all elements from there on.
          CHECK(order.first_element(index) <= j * rows + i);
          CHECK(order.first_element(index) >= last);
          last = j * rows + i + 1;
        }
        CHECK(order.first_element(order.count()) == rows * columns);
      }
    }
  }
}

TEST_CASE("a range of elements is at most three boxes, in its order") {
  for (std::int64_t width = 1; width < 6; ++width) {
    for (std::int64_t low = 0; low < 20; ++low) {
      for (std::int64_t high = low; high < 20; ++high) {
        std::int64_t next = low;
        const auto boxes = boxes_of_range(low, high, width);
        CHECK(boxes.size() <= 3);
        for (const Box& box : boxes) {
          CHECK_FALSE(box.empty());
          for (auto i = box.low[0]; i < box.high[0]; ++i) {
            for (auto j = box.low[1]; j < box.high[1]; ++j) CHECK(i * width + j == next++);
          }
          CHECK(box.high[1] <= width);
        }
        CHECK(next == high);
      }
    }
  }
}

}  // namespace matrix_market_text_test
