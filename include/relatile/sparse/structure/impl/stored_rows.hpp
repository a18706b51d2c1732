// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/structure/stored_rows.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "relatile/array/creation.hpp"
#include "relatile/array/names/standard.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/sparse/order.hpp"
#include "relatile/kernel/sparse/stored_rows.hpp"
#include "relatile/kernel/sparse/structure.hpp"
#include "relatile/sparse/structure/impl/structure.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::TouchedArray by_stored_rows(const SparseStructure& of,
                                                 const tra::NodePtr& array) {
  return {array, {tra::between_cuts(of.stored)}};
}

RELATILE_INLINE tra::MadeOfPieces made_by_stored_rows(const SparseStructure& of,
                                                      ElementType element) {
  return {element, {of.stored->back()}, {tra::between_cuts(of.stored)}};
}
RELATILE_INLINE tra::TouchedArray counts_of(const SparseStructure& s, bool numbered) {
  return numbered ? by_stored_rows(s, s.counts.node()) : by_rows(s, s.all_counts());
}

RELATILE_INLINE tra::NodePtr SparseStructure::all_counts() const {
  if (has_all_rows()) return counts.node();
  return tra::make_on_pieces(
      labels_of_blocks(*this),
      {by_stored_rows(*this, numbers.node()), by_stored_rows(*this, counts.node())},
      made_by_rows(*this, element_type_of<kernel::SparseIndex>()),
      op_on_rows(*this, kernel::counts_of_all_rows()));
}

RELATILE_INLINE tra::NodePtr keys_of(const SparsePattern& pattern, bool of_transpose) {
  const SparseStructure& s = *pattern;
  if (!s.has_all_rows()) {
    return tra::make_on_pieces(
        labels_of_blocks(s),
        {by_stored_rows(s, s.numbers.node()), by_stored_rows(s, s.counts.node()),
         by_entries(s, s.columns.node())},
        made_by_entries(s, element_type_of<std::int64_t>()),
        op_on_rows(s, kernel::keys_of_stored_rows(of_transpose)));
  }
  return tra::make_on_pieces(labels_of_blocks(s),
                             {by_rows(s, s.all_counts()), by_entries(s, s.columns.node())},
                             made_by_entries(s, element_type_of<std::int64_t>()),
                             op_on_rows(s, kernel::keys_of_entries(of_transpose)));
}

RELATILE_INLINE std::int64_t rows_with_entries(const tra::NodePtr& keys,
                                               const tra::SharedNumbers& parts) {
  if (parts->back() == 0) return 0;
  const Numbers rows =
      of_blocks(keys, tra::blocks_between(0, *parts), kernel::count_of_rows_named(), 1);
  return std::accumulate(rows.begin(), rows.end(), std::int64_t{0});
}

/// How many of some keys belong to the rows between each two cuts. Collective.
inline Numbers entries_between(const tra::NodePtr& keys, const tra::SharedNumbers& rows) {
  const auto parts = static_cast<std::int64_t>(rows->size()) - 1;
  Numbers sums(static_cast<std::size_t>(parts), 0);
  const std::int64_t count = keys->type.extents[0];
  if (count == 0) return sums;
  const std::int64_t blocks = std::clamp<std::int64_t>(count / 4096, 1, 48);
  const Numbers counts =
      of_blocks(keys, tra::even_blocks(0, count, blocks), kernel::count_of_parts(rows), parts);
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i % sums.size()] += counts[i];
  return sums;
}

/// Rows in blocks of equal work, to the granularity of a few thousand stretches. Collective.
inline Numbers rows_of_equal_work_by_keys(std::int64_t rows, const tra::NodePtr& keys) {
  const std::int64_t stretches = std::min<std::int64_t>(rows, 4096);
  Numbers cuts{0};
  for (std::int64_t s = 0; s < stretches; ++s) cuts.push_back(even_part(rows, stretches, s).high);
  const Numbers counts = entries_between(keys, shared(cuts));
  Numbers of_blocks;
  for (const std::int64_t first : stretches_of_equal_work(rows, counts)) {
    of_blocks.push_back(nth(cuts, first));
  }
  return of_blocks;
}

/// Something of each stored row, made of the keys of blocks.
inline tra::NodePtr of_stored_rows(const SparseStructure& of, const tra::NodePtr& keys,
                                   PieceKernel kernel) {
  return tra::make_on_pieces(labels_of_blocks(of), {by_entries(of, keys)},
                             made_by_stored_rows(of, element_type_of<kernel::SparseIndex>()),
                             op_on_rows(of, std::move(kernel)));
}

RELATILE_INLINE SparsePattern pattern_of_stored_rows(const Extents& shape, const tra::NodePtr& keys,
                                                     const tra::SharedNumbers& given) {
  const Array<std::int64_t, 1> kept(keys);
  Session::current().evaluate({keys});  // which is read several times
  const tra::SharedNumbers rows =
      given ? given : shared(rows_of_equal_work_by_keys(shape[0], keys));
  auto made = with_entries(shape, zeros<kernel::SparseIndex>({0}).node(), rows,
                           entries_between(keys, rows));
  Numbers stored(1, 0);
  const bool is_empty = made->nnz() == 0;
  const Numbers named = is_empty ? Numbers(static_cast<std::size_t>(made->blocks()), 0)
                                 : of_blocks(keys, tra::blocks_between(0, *made->entries),
                                             kernel::count_of_rows_named(), 1);
  for (const std::int64_t count : named) stored.push_back(stored.back() + count);
  made->stored = shared(std::move(stored));
  made->numbers = made->counts;
  if (is_empty) return with_columns(std::move(made), zeros<kernel::SparseIndex>({0}).node());
  made->numbers = Array<kernel::SparseIndex, 1>(of_stored_rows(*made, keys, kernel::rows_named()));
  made->counts =
      Array<kernel::SparseIndex, 1>(of_stored_rows(*made, keys, kernel::counts_of_rows_named()));
  const auto columns = as_array(astype<kernel::SparseIndex>(kept & 0xffffffff));
  const tra::NodePtr of_columns = recut(*made, columns.node(), true);
  const Array<kernel::SparseIndex, 1> to_keep(of_columns);
  Session::current().evaluate({made->numbers.node(), made->counts.node(), of_columns});
  return with_columns(std::move(made), of_columns);
}

RELATILE_INLINE SparseNodes sparse_of_stored_rows(const Extents& shape, const tra::NodePtr& keys,
                                                  const tra::NodePtr& values) {
  const Handle kept = handle_of(*values);
  const SparsePattern pattern = pattern_of_stored_rows(shape, keys);
  const tra::NodePtr made = recut(*pattern, values, true);
  const Handle made_kept = handle_of(*made);
  Session::current().evaluate({made});
  return {pattern, made};
}

RELATILE_INLINE SparsePattern stored_rows_in_blocks(const SparsePattern& pattern,
                                                    const tra::SharedNumbers& rows) {
  return pattern_of_stored_rows(pattern->shape, keys_of(pattern, false), rows);
}

RELATILE_INLINE SparsePattern stored_rows_together(const SparsePattern& a, const SparsePattern& b,
                                                   bool both) {
  const SparseStructure& x = *a;
  const auto which = both ? kernel::Together::both : kernel::Together::either;
  const std::vector<tra::TouchedArray> operands{by_entries(x, keys_of(a, false)),
                                                by_entries(*b, keys_of(b, false))};
  const Numbers counts = to_vector(Array<std::int64_t, 1>(tra::make_on_pieces(
      labels_of_blocks(x), operands,
      {element_type_of<std::int64_t>(), {x.blocks()}, {tra::along_label(0)}},
      op_on_rows(x, kernel::count_of_keys_together(which, x.entries, b->entries)))));
  Numbers entries{0};
  for (const std::int64_t count : counts) entries.push_back(entries.back() + count);
  const std::int64_t all = entries.back();
  const tra::NodePtr keys = tra::make_on_pieces(
      labels_of_blocks(x), operands,
      {element_type_of<std::int64_t>(), {all}, {tra::between_cuts(shared(std::move(entries)))}},
      op_on_rows(x, kernel::keys_together(which)));
  return pattern_of_stored_rows(x.shape, keys, x.rows);
}

RELATILE_INLINE tra::NodePtr values_at_stored_rows(const SparsePattern& pattern,
                                                   const SparseNodes& s, std::string fill) {
  const SparseStructure& c = *pattern;
  const SparseStructure& a = *s.pattern;
  return tra::make_on_pieces(labels_of_blocks(c),
                             {by_entries(a, keys_of(s.pattern, false)), by_entries(a, s.values),
                              by_entries(c, keys_of(pattern, false))},
                             made_by_entries(c, s.values->type.block.element),
                             op_on_rows(c, kernel::take_from_keys(std::move(fill))));
}

}  // namespace relatile::detail
