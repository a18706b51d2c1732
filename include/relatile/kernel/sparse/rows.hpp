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

/// Whether a table of the columns of a product would take more time and memory than the pairs of
/// entries that meet in the rows of a piece of `a`, and `others`. `offsets` are those of the rows
/// of `b` that columns of a name. Looks at no more entries than it takes to say no.
inline bool is_too_wide(std::int64_t columns, const CompressedRows& a, const CompressedRows& b,
                        const std::vector<std::int64_t>& offsets, std::int64_t others) {
  std::int64_t pairs = 256 + others;
  std::int64_t e = 0;
  for (std::int64_t row = 0; row < a.rows && 4 * pairs < columns; ++row) {
    for (const std::int64_t end = e + a.counts[row]; e < end; ++e) {
      const auto through = static_cast<std::size_t>(a.columns[e] - b.first_row);
      pairs += offsets[through + 1] - offsets[through];
    }
  }
  return 4 * pairs < columns;
}

}  // namespace relatile::kernel
