// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/io/matrix_market_text.hpp"

namespace relatile::io {

/// Which element of a matrix each number of a Matrix Market file is. They go down the columns; of
/// matrices with a symmetry from the diagonal on, or, where that is zero, from below it.
class MarketOrder {
 public:
  struct Place {
    std::int64_t row = 0;
    std::int64_t column = 0;
  };

  explicit MarketOrder(const MarketHeader& header)
      : rows_(header.rows),
        columns_(header.columns),
        half_(header.symmetry != Symmetry::general),
        strict_(header.symmetry == Symmetry::skew_symmetric) {}

  /// How many numbers a file has.
  std::int64_t count() const { return before(columns_); }

  /// The element that the number `index` is; there has to be one.
  Place place(std::int64_t index) const {
    std::int64_t low = 0;  // the last column with no more numbers before it, which is not empty
    std::int64_t high = columns_;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (before(middle) <= index ? low : high) = middle;
    }
    return {first_row(low) + index - before(low), low};
  }
  /// The element after this one.
  Place after(Place at) const {
    if (++at.row < rows_) return at;
    return {first_row(at.column + 1), at.column + 1};
  }

  /// Where the elements begin, column after column and all of them, that whoever reads the number
  /// `index` and those after it has to know. What is above a column's first number goes with it.
  std::int64_t first_element(std::int64_t index) const {
    if (index >= count()) return rows_ * columns_;
    const Place at = place(index);
    return at.column * rows_ + (at.row == first_row(at.column) ? 0 : at.row);
  }

 private:
  std::int64_t first_row(std::int64_t column) const {
    return half_ ? column + (strict_ ? 1 : 0) : 0;
  }
  /// How many numbers there are in the first columns.
  std::int64_t before(std::int64_t columns) const {
    if (!half_) return columns * rows_;
    const std::int64_t longest = rows_ - (strict_ ? 1 : 0);
    if (columns >= rows_) return longest * (longest + 1) / 2;
    return columns * longest - columns * (columns - 1) / 2;
  }

  std::int64_t rows_;
  std::int64_t columns_;
  bool half_;
  bool strict_;
};

/// The elements `low` to `high` of a row-major matrix of rows so wide, as at most three boxes.
inline std::vector<Box> boxes_of_range(std::int64_t low, std::int64_t high, std::int64_t width) {
  std::vector<Box> boxes;
  const auto add = [&](std::int64_t rows, std::int64_t first, std::int64_t last) {
    const std::int64_t row = low / width;
    if (rows > 0 && first < last) boxes.push_back({{row, first}, {row + rows, last}});
    low += rows * (last - first);
  };
  if (low < high && low % width != 0) {
    add(1, low % width, std::min(width, low % width + high - low));
  }
  if (low < high) add((high - low) / width, 0, width);
  if (low < high) add(1, 0, high - low);
  return boxes;
}

}  // namespace relatile::io
