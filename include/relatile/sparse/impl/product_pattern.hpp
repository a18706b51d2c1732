// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/product_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/sparse/structure.hpp"
#include "relatile/sparse/structure/impl/structure.hpp"
#include "relatile/sparse/structure/stored_rows.hpp"
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
    : rows(tra::all_of(b.shape[0])),
      entries(tra::all_of(b.nnz())),
      stored(tra::all_of(b.has_all_rows() ? 0 : b.stored->back())) {
  if (!a.is_banded()) return;
  Numbers row_lows, row_ends, entry_lows, entry_ends, stored_lows, stored_ends;
  for (std::int64_t block = 0; block < a.blocks(); ++block) {
    const Range of_b = touched_blocks(a, b, block);
    row_lows.push_back(nth(*b.rows, of_b.low));
    row_ends.push_back(nth(*b.rows, of_b.high));
    entry_lows.push_back(nth(*b.entries, of_b.low));
    entry_ends.push_back(nth(*b.entries, of_b.high));
    if (b.has_all_rows()) continue;
    stored_lows.push_back(nth(*b.stored, of_b.low));
    stored_ends.push_back(nth(*b.stored, of_b.high));
  }
  rows = tra::from_lows_to_ends(shared(std::move(row_lows)), shared(std::move(row_ends)));
  entries = tra::from_lows_to_ends(shared(std::move(entry_lows)), shared(std::move(entry_ends)));
  if (b.has_all_rows()) return;
  stored = tra::from_lows_to_ends(shared(std::move(stored_lows)), shared(std::move(stored_ends)));
}

RELATILE_INLINE tra::TouchedArray TouchedRows::counts_of(const SparseStructure& b) const {
  if (b.has_all_rows()) return {b.counts.node(), {rows}};
  return {b.counts.node(), {stored}};
}

RELATILE_INLINE void TouchedRows::add_numbers_of(const SparseStructure& b,
                                                 std::vector<tra::TouchedArray>& operands) const {
  if (!b.has_all_rows()) operands.push_back({b.numbers.node(), {stored}});
}

/// How many pairs of entries a product multiplies in each block of a's rows, which are all or those
/// that are stored.
inline tra::NodePtr pairs_of_blocks(const SparseStructure& a, bool numbered,
                                    const SparseStructure& b, const TouchedRows& touched) {
  std::vector<tra::TouchedArray> operands{counts_of(a, numbered), by_entries(a, a.columns.node()),
                                          touched.counts_of(b)};
  touched.add_numbers_of(b, operands);
  return tra::make_on_pieces(labels_of_blocks(a), operands,
                             {element_type_of<std::int64_t>(), {a.blocks()}, {tra::along_label(0)}},
                             op_on_rows(a, kernel::pairs_of_product(numbered ? a.stored : a.rows)));
}

/// What of a product is known of each block of rows once its entries have been counted.
struct ProductCounts {
  Numbers entries;
  Numbers pairs;
};
/// Both are counted in one run. Collective.
inline ProductCounts counts_of_blocks(const SparseStructure& a, const tra::NodePtr& counts,
                                      const Numbers& cuts, const tra::NodePtr& of_blocks) {
  if (cuts.back() == 0) {
    const Numbers none(static_cast<std::size_t>(a.blocks()), 0);
    return {none, none};
  }
  const Array<std::int64_t, 1> pairs(of_blocks);
  const Array<std::int64_t, 1> entries(
      tra::make_of_blocks(counts, 0, tra::blocks_between(0, cuts), sum_of_entries(),
                          {element_type_of<std::int64_t>(), 1}, Flops{1}));
  Session::current().evaluate({counts, entries.node(), pairs.node()});
  return {to_vector(entries), to_vector(pairs)};
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
inline tra::SharedNumbers work_of_pairs(const SparseStructure& a, const Numbers& pairs) {
  Numbers work{0};
  for (std::int64_t block = 0; block < a.blocks(); ++block) {
    const std::int64_t rows = nth(*a.rows, block + 1) - nth(*a.rows, block);
    work.push_back(work.back() + 2 * nth(pairs, block) + rows);
  }
  return shared(std::move(work));
}

/// Before anybody has looked, the flops of a product are about so many times those of a with a
/// vector.
inline std::int64_t entries_of_a_row(const SparseStructure& b) {
  return std::max<std::int64_t>(b.nnz() / std::max<std::int64_t>(b.shape[0], 1), 1);
}

RELATILE_INLINE ProductPattern pattern_of_product(const SparsePattern& left,
                                                  const SparsePattern& right,
                                                  const std::optional<tra::SizeEstimate>& expected,
                                                  const SparsePattern& mask) {
  const transport::Operation operation("matmul");
  const SparseStructure& a = *left;
  const SparseStructure& b = *right;
  const TouchedRows touched(a, b);
  const bool numbered = !a.has_all_rows();
  const Extents shape{a.shape[0], b.shape[1]};
  if (numbered && a.nnz() == 0) {
    const SparsePattern none =
        pattern_of_stored_rows(shape, zeros<std::int64_t>({0}).node(), a.rows);
    const tra::SizeEstimate nothing{0, static_cast<double>(none->work->back())};
    return {none, none->work, expected ? expected : nothing};
  }
  std::vector<tra::TouchedArray> operands{counts_of(a, numbered),
                                          by_entries(a, a.columns.node()),
                                          touched.counts_of(b),
                                          {b.columns.node(), {touched.entries}}};
  const SparsePattern outside = mask ? in_blocks({mask, nullptr}, a.rows).pattern : nullptr;
  if (outside) {
    operands.push_back(counts_of(*outside, !outside->has_all_rows()));
    operands.push_back(by_entries(*outside, outside->columns.node()));
  }
  // What is outside of a mask is told by the numbers of rows, anything else by their order.
  const kernel::StoredRowsOf stored{numbered && outside, !b.has_all_rows(),
                                    outside && !outside->has_all_rows()};
  if (stored.a) operands.push_back(by_stored_rows(a, a.numbers.node()));
  touched.add_numbers_of(b, operands);
  if (stored.c) operands.push_back(by_stored_rows(*outside, outside->numbers.node()));
  const ElementType index = element_type_of<kernel::SparseIndex>();
  const Array<kernel::SparseIndex, 1> counts(tra::make_on_pieces(
      labels_of_blocks(a), operands,
      numbered ? made_by_stored_rows(a, index) : made_by_rows(a, index),
      op_on_rows(a, kernel::count_of_product(shape[1], stored, outside != nullptr),
                 entries_of_a_row(b))));
  const ProductCounts found = counts_of_blocks(a, counts.node(), numbered ? *a.stored : *a.rows,
                                               pairs_of_blocks(a, numbered, b, touched));
  auto structure = with_entries(shape, counts.node(), a.rows, found.entries);
  if (numbered) {
    structure->stored = a.stored;  // of some of these rows there may be no entries
    structure->numbers = a.numbers;
  }
  ProductPattern made{nullptr, work_of_pairs(a, found.pairs), expected};
  if (!expected) {
    made.expected = {expected_entries(a, b, found.pairs, outside),
                     static_cast<double>(made.work->back())};
  }
  tra::OnPieces of_columns =
      op_on_rows(a, kernel::columns_of_product(shape[1], stored, outside != nullptr));
  of_columns.work = made.work;
  const tra::NodePtr columns = tra::make_on_pieces(
      labels_of_blocks(a), operands, made_by_entries(*structure, index), std::move(of_columns));
  made.places = with_columns(std::move(structure), columns);
  return made;
}

RELATILE_INLINE ProductPattern places_of_mask(const SparsePattern& mask, const SparsePattern& left,
                                              const SparsePattern& right) {
  const transport::Operation operation("masked_matmul");
  const SparseStructure& a = *left;
  Numbers pairs(static_cast<std::size_t>(a.blocks()), 0);
  if (a.nnz() > 0) {
    pairs = to_vector(Array<std::int64_t, 1>(
        pairs_of_blocks(a, !a.has_all_rows(), *right, TouchedRows(a, *right))));
  }
  return {mask, work_of_pairs(a, pairs)};
}

}  // namespace relatile::detail
