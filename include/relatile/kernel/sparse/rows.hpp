// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
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

/// Of the matrices of a product, a, b and what it is or a mask, of which only the rows are stored
/// that have entries: the numbers of these are operands after others, in this order.
struct StoredRowsOf {
  bool a = false;
  bool b = false;
  bool c = false;

  /// Those operands, after so many others, or null.
  std::array<const Piece*, 3> numbers(const PieceCall& call, std::size_t others) const {
    std::array<const Piece*, 3> found{};
    if (a) found[0] = &call.inputs[others++];
    if (b) found[1] = &call.inputs[others++];
    if (c) found[2] = &call.inputs[others++];
    return found;
  }
};

/// The operand after so many, if there is one.
inline const Piece* operand_after(const PieceCall& call, std::size_t operands) {
  return call.inputs.size() > operands ? &call.inputs[operands] : nullptr;
}

/// Where the entries of rows are that are asked for by their numbers in the whole matrix.
class EntriesOfAllRows {
 public:
  explicit EntriesOfAllRows(const CompressedRows& s)
      : offsets_(s.offsets()), first_row_(s.first_row) {}

  Range operator()(SparseIndex row) const { return at(row - first_row_); }

 protected:
  Range at(std::int64_t place) const {
    const auto i = static_cast<std::size_t>(place);
    return {offsets_[i], offsets_[i + 1]};
  }

 private:
  std::vector<std::int64_t> offsets_;
  std::int64_t first_row_;
};

/// The same where `numbers`, if there are any, say which rows are stored.
class EntriesOfRows : public EntriesOfAllRows {
 public:
  EntriesOfRows(const CompressedRows& s, const Piece* numbers)
      : EntriesOfAllRows(s), some_(numbers != nullptr) {
    if (!some_ || s.rows == 0) return;
    begin_ = numbers->as<const SparseIndex>();
    end_ = begin_ + s.rows;
  }

  Range operator()(SparseIndex row) const {
    return some_ ? of_stored(row) : EntriesOfAllRows::operator()(row);
  }

 private:
  [[gnu::noinline]] Range of_stored(SparseIndex row) const {
    const SparseIndex* const found = std::lower_bound(begin_, end_, row);
    return found == end_ || *found != row ? Range{0, 0} : at(found - begin_);
  }

  bool some_;  ///< not all rows are stored, perhaps none
  const SparseIndex* begin_ = nullptr;
  const SparseIndex* end_ = nullptr;
};

/// The same of rows that are asked for in ascending order: nothing is searched for, or remembered.
class EntriesInTurn {
 public:
  EntriesInTurn(const CompressedRows& s, const Piece* numbers)
      : s_(s), numbers_(numbers == nullptr ? nullptr : numbers->as<const SparseIndex>()) {}

  Range operator()(std::int64_t row) {
    while (next_ < s_.rows && number(next_) < row) first_ += s_.counts[next_++];
    const bool has_row = next_ < s_.rows && number(next_) == row;
    return {first_, first_ + (has_row ? s_.counts[next_] : 0)};
  }
  /// The number in the whole matrix of a row that is stored.
  std::int64_t number(std::int64_t stored) const {
    return numbers_ == nullptr ? s_.first_row + stored : numbers_[stored];
  }

 private:
  CompressedRows s_;
  const SparseIndex* numbers_;  ///< null where all rows are stored
  std::int64_t next_ = 0;
  std::int64_t first_ = 0;
};

/// Whether a table of the columns of a product would take more time and memory than the pairs of
/// entries that meet in the rows of a piece of `a`, and `others`. Looks at no more entries than it
/// takes to say no.
template <class OfB>
bool is_too_wide(std::int64_t columns, const CompressedRows& a, const OfB& of_b,
                 std::int64_t others) {
  std::int64_t pairs = 256 + others;
  std::int64_t e = 0;
  for (std::int64_t row = 0; row < a.rows && 4 * pairs < columns; ++row) {
    for (const std::int64_t end = e + a.counts[row]; e < end; ++e) {
      const Range through = of_b(a.columns[e]);
      pairs += through.high - through.low;
    }
  }
  return 4 * pairs < columns;
}

}  // namespace relatile::kernel
