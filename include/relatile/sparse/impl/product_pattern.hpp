// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/product_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/sparse/structure.hpp"
#include "relatile/sparse/impl/structure.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

/// The blocks of b that have some row that a block of a names.
inline Range touched_blocks(const SparseStructure& a, const SparseStructure& b,
                            std::int64_t block) {
  const Range needed{nth(*a.lows, block), nth(*a.ends, block)};
  if (needed.high <= needed.low) return {0, 0};
  const auto begin = b.rows->begin();
  std::int64_t first = std::upper_bound(begin, b.rows->end(), needed.low) - begin - 1;
  std::int64_t last = std::lower_bound(begin, b.rows->end(), needed.high) - begin;
  // A range without entries would be left out of a hull of entries, but not of one of rows.
  const auto is_empty = [&] { return nth(*b.entries, first) == nth(*b.entries, last); };
  while (is_empty() && last < b.blocks()) ++last;
  while (is_empty() && first > 0) --first;
  return {first, last};
}

RELATILE_INLINE TouchedRows::TouchedRows(const SparseStructure& a, const SparseStructure& b)
    : rows(tra::all_of(b.shape[0])), entries(tra::all_of(b.nnz())) {
  if (!a.is_banded()) return;
  Numbers row_lows, row_ends, entry_lows, entry_ends;
  for (std::int64_t block = 0; block < a.blocks(); ++block) {
    const Range of_b = touched_blocks(a, b, block);
    row_lows.push_back(nth(*b.rows, of_b.low));
    row_ends.push_back(nth(*b.rows, of_b.high));
    entry_lows.push_back(nth(*b.entries, of_b.low));
    entry_ends.push_back(nth(*b.entries, of_b.high));
  }
  rows = tra::from_lows_to_ends(shared(std::move(row_lows)), shared(std::move(row_ends)));
  entries = tra::from_lows_to_ends(shared(std::move(entry_lows)), shared(std::move(entry_ends)));
}

/// How many pairs of entries meet in each block of a's rows. Collective.
inline Numbers pairs_of_blocks(const SparseStructure& a, const SparseStructure& b,
                               const TouchedRows& touched) {
  if (a.shape[0] == 0 || a.nnz() == 0 || b.nnz() == 0) {
    return Numbers(static_cast<std::size_t>(a.blocks()), 0);
  }
  const tra::NodePtr pairs = tra::make_on_pieces(labels_of_blocks(a),
                                                 {by_rows(a, a.counts.node()),
                                                  by_entries(a, a.columns.node()),
                                                  {b.counts.node(), {touched.rows}}},
                                                 made_by_rows(a, element_type_of<std::int64_t>()),
                                                 op_on_rows(a, kernel::pairs_of_product()));
  return of_blocks(pairs, tra::blocks_between(0, *a.rows),
                   sum_of_counts<std::int64_t>("sparse_block_pairs"), 1);
}

/// How many of so many places are met by pairs that fall on any of them alike.
inline double places_met(double places, double pairs) {
  if (places <= 1) return std::min(places, pairs);
  return -places * std::expm1(pairs * std::log1p(-1 / places));
}

/// How many entries are expected where so many pairs meet in each block; of a mask, whose blocks
/// are a's, as many are left out as it has of the places.
inline double expected_entries(const SparseStructure& a, const SparseStructure& b,
                               const Numbers& pairs, const SparsePattern& mask) {
  const bool is_banded = a.is_banded();
  double entries = 0;
  for (std::int64_t block = 0; block < a.blocks(); ++block) {
    const Range of_b = is_banded ? touched_blocks(a, b, block) : Range{0, b.blocks()};
    Range columns{b.shape[1], 0};
    for (std::int64_t i = of_b.low; i < of_b.high; ++i) {
      if (nth(*b.ends, i) == nth(*b.lows, i)) continue;
      columns.low = std::min(columns.low, nth(*b.lows, i));
      columns.high = std::max(columns.high, nth(*b.ends, i));
    }
    const std::int64_t rows = nth(*a.rows, block + 1) - nth(*a.rows, block);
    const std::int64_t width = std::max<std::int64_t>(columns.high - columns.low, 0);
    const double places = static_cast<double>(rows) * static_cast<double>(width);
    const double in_mask =
        mask ? static_cast<double>(nth(*mask->entries, block + 1) - nth(*mask->entries, block)) : 0;
    entries += places_met(places, static_cast<double>(nth(pairs, block))) *
               std::max(1 - in_mask / std::max(places, 1.0), 0.0);
  }
  return entries;
}

/// The flops of a product's elements, of blocks in which so many pairs meet.
inline tra::SharedNumbers work_of_pairs(const SparseStructure& a, const Numbers& pairs,
                                        std::int64_t each) {
  Numbers work{0};
  for (std::int64_t block = 0; block < a.blocks(); ++block) {
    const std::int64_t rows = nth(*a.rows, block + 1) - nth(*a.rows, block);
    work.push_back(work.back() + each * nth(pairs, block) + rows);
  }
  return shared(std::move(work));
}

RELATILE_INLINE ProductPattern pattern_of_product(const SparsePattern& left,
                                                  const SparsePattern& right,
                                                  const std::optional<tra::SizeEstimate>& expected,
                                                  const SparsePattern& mask) {
  const transport::Operation operation("matmul");
  const SparseStructure& a = *left;
  const SparseStructure& b = *right;
  const TouchedRows touched(a, b);
  const Numbers pairs = pairs_of_blocks(a, b, touched);
  const tra::SharedNumbers once = work_of_pairs(a, pairs, 1);
  std::vector<tra::TouchedArray> operands{by_rows(a, a.counts.node()),
                                          by_entries(a, a.columns.node()),
                                          {b.counts.node(), {touched.rows}},
                                          {b.columns.node(), {touched.entries}}};
  const SparsePattern outside = mask ? in_blocks({mask, nullptr}, a.rows).pattern : nullptr;
  if (outside) {
    operands.push_back(by_rows(*outside, outside->counts.node()));
    operands.push_back(by_entries(*outside, outside->columns.node()));
  }
  const ElementType index = element_type_of<kernel::SparseIndex>();
  const Extents shape{a.shape[0], b.shape[1]};
  const auto on_pairs = [](PieceKernel kernel, tra::SharedNumbers work) {
    return tra::OnPieces{std::make_shared<const PieceKernel>(std::move(kernel)), nullptr,
                         std::move(work)};
  };
  const tra::NodePtr counts =
      tra::make_on_pieces(labels_of_blocks(a), operands, made_by_rows(a, index),
                          on_pairs(kernel::count_of_product(shape[1], outside != nullptr), once));
  auto structure = rows_in_blocks(shape, counts, a.rows);
  ProductPattern made{nullptr, work_of_pairs(a, pairs, 2), expected};
  if (!expected) {
    made.expected = {expected_entries(a, b, pairs, outside),
                     static_cast<double>(made.work->back())};
  }
  const tra::NodePtr columns = tra::make_on_pieces(
      labels_of_blocks(a), operands, made_by_entries(*structure, index),
      on_pairs(kernel::columns_of_product(shape[1], outside != nullptr), made.work));
  made.places = with_columns(std::move(structure), columns);
  return made;
}

RELATILE_INLINE ProductPattern places_of_mask(const SparsePattern& mask, const SparsePattern& left,
                                              const SparsePattern& right) {
  const SparseStructure& b = *right;
  const std::int64_t of_a_row = b.nnz() / std::max<std::int64_t>(b.shape[0], 1);
  Numbers work = *left->work;
  for (std::int64_t& flops : work) flops *= std::max<std::int64_t>(of_a_row, 1);
  return {mask, shared(std::move(work))};
}

}  // namespace relatile::detail
