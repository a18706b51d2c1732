// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/kernel/sparse/rows.hpp"

namespace relatile::kernel::detail {

/// The columns of a product's rows, each row's once, in one of three ways: a bit a column where
/// pairs of entries are dense enough, a table of the columns that are met and a sort of them where
/// they are not, and a sort of all that is met where there is no table, of wide products. Columns
/// that a mask's row has may be left out. Rows are asked for one after the other, each once.
template <class OfB>
class ProductColumns {
 public:
  ProductColumns(const PieceCall& call, OfB of_b, std::int64_t columns, const StoredRowsOf& stored,
                 bool outside_of_mask)
      : a_(call.inputs[0], call.inputs[1]),
        b_columns_(call.inputs[3].as<const SparseIndex>()),
        of_b_(std::move(of_b)),
        is_wide_(is_too_wide(columns, a_, of_b_, 0)),
        bits_(is_wide_ ? 0 : static_cast<std::size_t>(columns / 64 + 1), 0),
        seen_(is_wide_ ? 0 : static_cast<std::size_t>(columns), -1) {
    if (!outside_of_mask) return;
    const std::array<const Piece*, 3> numbers = stored.numbers(call, 6);
    numbers_of_a_.emplace(a_, numbers[0]);
    mask_columns_ = call.inputs[5].as<const SparseIndex>();
    mask_.emplace(CompressedRows(call.inputs[4], call.inputs[5]), numbers[2]);
  }

  const CompressedRows& a() const { return a_; }

  /// How many a row has whose entries in a are from `first` to `end`.
  SparseIndex count(std::int64_t row, std::int64_t first, std::int64_t end) {
    begin_row(row);
    if (is_wide_) return meet_all(first, end);
    SparseIndex count = 0;
    const Words words = words_of(first, end);
    if (words.end == 0) {
      for_each_new(row, first, end, [&](SparseIndex) { ++count; });
      return count;
    }
    mark(first, end);
    for (std::int64_t w = words.first; w < words.end; ++w) {
      std::uint64_t& word = bits_[static_cast<std::size_t>(w)];
      count += std::popcount(word);
      word = 0;
    }
    return count;
  }
  /// Writes them, ascending, and returns their end.
  SparseIndex* write(std::int64_t row, std::int64_t first, std::int64_t end, SparseIndex* to) {
    begin_row(row);
    if (is_wide_) {
      meet_all(first, end);
      return std::copy(met_.begin(), met_.end(), to);
    }
    const Words words = words_of(first, end);
    if (words.end == 0) {
      SparseIndex* const of_row = to;
      for_each_new(row, first, end, [&](SparseIndex column) { *to++ = column; });
      std::sort(of_row, to);
      return to;
    }
    mark(first, end);
    for (std::int64_t w = words.first; w < words.end; ++w) {
      std::uint64_t& word = bits_[static_cast<std::size_t>(w)];
      for (; word != 0; word &= word - 1) {
        *to++ = static_cast<SparseIndex>(w * 64 + std::countr_zero(word));
      }
    }
    return to;
  }

 private:
  /// Finds what the mask has in a row.
  void begin_row(std::int64_t row) {
    if (!mask_) return;
    const Range of_row = (*mask_)(numbers_of_a_->number(row));
    left_out_ = {mask_columns_ + of_row.low, static_cast<std::size_t>(of_row.high - of_row.low)};
  }
  /// The words of bits that a row's columns are in.
  struct Words {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = 0;
  };
  /// None where so few pairs of entries meet in a row that to sort them takes less time than to
  /// look at all words.
  Words words_of(std::int64_t first, std::int64_t end) const {
    constexpr std::int64_t few = 32;
    std::int64_t pairs = 0;
    for (std::int64_t e = first; e < end; ++e) {
      const Range through = of_b_(a_.columns[e]);
      pairs += through.high - through.low;
    }
    if (pairs < few) return {0, 0};
    Words words;
    for_each_row_of_b(first, end, [&](std::int64_t from, std::int64_t to) {
      words.first = std::min(words.first, word_of(b_columns_[from]));
      words.end = std::max(words.end, word_of(b_columns_[to - 1]) + 1);
    });
    return words.end - words.first > 2 * pairs ? Words{0, 0} : words;
  }
  static std::int64_t word_of(SparseIndex column) { return column >> 6; }
  /// Calls visit(from, to): where the entries of the rows of b are that entries of a name; not of
  /// rows that have none.
  template <class Visit>
  void for_each_row_of_b(std::int64_t first, std::int64_t end, Visit&& visit) const {
    for (std::int64_t e = first; e < end; ++e) {
      const Range through = of_b_(a_.columns[e]);
      if (through.low < through.high) visit(through.low, through.high);
    }
  }
  void mark(std::int64_t first, std::int64_t end) {
    for_each_row_of_b(first, end, [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t f = from; f < to; ++f) {
        const SparseIndex column = b_columns_[f];
        bits_[static_cast<std::size_t>(word_of(column))] |= std::uint64_t{1} << (column & 63);
      }
    });
    for (const SparseIndex column : left_out_) {
      bits_[static_cast<std::size_t>(word_of(column))] &= ~(std::uint64_t{1} << (column & 63));
    }
  }
  /// Calls visit(column) for each column of a row, in no order.
  template <class Visit>
  void for_each_new(std::int64_t row, std::int64_t first, std::int64_t end, Visit&& visit) {
    const auto of_row = static_cast<SparseIndex>(row);
    for (const SparseIndex column : left_out_) seen_[static_cast<std::size_t>(column)] = of_row;
    for_each_row_of_b(first, end, [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t f = from; f < to; ++f) {
        const SparseIndex column = b_columns_[f];
        SparseIndex& seen = seen_[static_cast<std::size_t>(column)];
        if (seen == of_row) continue;
        seen = of_row;
        visit(column);
      }
    });
  }
  /// Collects a row's columns, in order, and counts them: no table is needed to sort what is met.
  [[gnu::noinline]] SparseIndex meet_all(std::int64_t first, std::int64_t end) {
    met_.clear();
    for_each_row_of_b(first, end, [&](std::int64_t from, std::int64_t to) {
      met_.insert(met_.end(), b_columns_ + from, b_columns_ + to);
    });
    std::sort(met_.begin(), met_.end());
    met_.erase(std::unique(met_.begin(), met_.end()), met_.end());
    std::erase_if(met_, [&](SparseIndex column) {
      return std::binary_search(left_out_.begin(), left_out_.end(), column);
    });
    return static_cast<SparseIndex>(met_.size());
  }

  CompressedRows a_;
  const SparseIndex* b_columns_;
  OfB of_b_;
  std::optional<EntriesInTurn> mask_;
  std::optional<EntriesInTurn> numbers_of_a_;
  const SparseIndex* mask_columns_ = nullptr;
  std::span<const SparseIndex> left_out_;  ///< what the mask has in the row
  bool is_wide_;
  std::vector<std::uint64_t> bits_;  ///< all 0 between rows
  std::vector<SparseIndex> seen_;    ///< the row in which each column was last met
  std::vector<SparseIndex> met_;     ///< of a wide product, in one row
};

/// Calls visit(the columns of a product), by the way to the rows of b that takes the least time.
template <class Visit>
void with_product_columns(const PieceCall& call, std::int64_t columns, const StoredRowsOf& stored,
                          bool outside_of_mask, Visit&& visit) {
  const CompressedRows b(call.inputs[2], call.inputs[3]);
  if (const Piece* const numbers = stored.numbers(call, outside_of_mask ? 6 : 4)[1]) {
    visit(ProductColumns(call, EntriesOfRows(b, numbers), columns, stored, outside_of_mask));
  } else {
    visit(ProductColumns(call, EntriesOfAllRows(b), columns, stored, outside_of_mask));
  }
}

}  // namespace relatile::kernel::detail
