// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/kernel.hpp"

// Compressed rows: how many elements each row stores, and the column of each, in ascending order.
// Pieces of them have the rows of some blocks, one after the other.

namespace relatile::kernel {

/// The number of a row or column, as it is stored.
using SparseIndex = std::int32_t;

/// The rows of a piece of counts, and of a piece of columns that belongs to it.
struct CompressedRows {
  CompressedRows(const Piece& of_rows, const Piece& of_entries)
      : counts(of_rows.as<const SparseIndex>()),
        columns(of_entries.as<const SparseIndex>()),
        rows(of_rows.count()),
        first_row(of_rows.cut.low) {}

  /// Calls visit(row, first, end): the number of a row in this piece, and where its entries are.
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::int64_t first = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t end = first + counts[row];
      visit(row, first, end);
      first = end;
    }
  }
  /// Where each row's entries begin, and where the last one's end.
  std::vector<std::int64_t> offsets() const {
    std::vector<std::int64_t> all{0};
    all.reserve(static_cast<std::size_t>(rows) + 1);
    for (std::int64_t row = 0; row < rows; ++row) all.push_back(all.back() + counts[row]);
    return all;
  }

  const SparseIndex* counts;
  const SparseIndex* columns;
  std::int64_t rows;
  std::int64_t first_row;  ///< its number in the whole matrix
};

/// Of a product of two matrices, how many pairs of entries meet in the rows of a piece of `a`,
/// where `offsets` are those of the rows of `b` that its columns name.
inline std::int64_t pairs_of(const CompressedRows& a, const CompressedRows& b,
                             const std::vector<std::int64_t>& offsets) {
  std::int64_t pairs = 0;
  a.for_each([&](std::int64_t, std::int64_t first, std::int64_t end) {
    for (std::int64_t e = first; e < end; ++e) {
      const auto row = static_cast<std::size_t>(a.columns[e] - b.first_row);
      pairs += offsets[row + 1] - offsets[row];
    }
  });
  return pairs;
}

/// Whether a table of all columns would take more time and memory than the pairs that meet.
inline bool is_too_wide(std::int64_t columns, std::int64_t pairs) {
  return columns > 1024 + 4 * pairs;
}

}  // namespace relatile::kernel
