// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/structure/structure.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/sparse/structure.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

using Numbers = std::vector<std::int64_t>;

inline tra::SharedNumbers shared(Numbers numbers) {
  return std::make_shared<const Numbers>(std::move(numbers));
}

/// A collective number or some for each block of a vector, on every rank.
inline Array<std::int64_t, 1> counts_of_blocks(const tra::NodePtr& x, const tra::AxisBlocks& blocks,
                                               LineKernel kernel, std::int64_t each) {
  return Array<std::int64_t, 1>(tra::make_of_blocks(
      x, 0, blocks, std::move(kernel), {element_type_of<std::int64_t>(), each}, Flops{1}));
}
inline Numbers of_blocks(const tra::NodePtr& x, const tra::AxisBlocks& blocks, LineKernel kernel,
                         std::int64_t each) {
  return to_vector(counts_of_blocks(x, blocks, std::move(kernel), each));
}

inline LineKernel sum_of_entries() {
  return {"sparse_block_counts", [](const Lines& lines) {
            const auto* const counts = reinterpret_cast<const kernel::SparseIndex*>(lines.from);
            std::int64_t sum = 0;
            for (std::int64_t i = 0; i < lines.count; ++i) sum += counts[i * lines.from_step];
            *reinterpret_cast<std::int64_t*>(lines.to) = sum;
          }};
}

RELATILE_INLINE bool SparseStructure::is_banded() const {
  std::int64_t touched = 0;
  for (std::int64_t b = 0; b < blocks(); ++b) touched += nth(*ends, b) - nth(*lows, b);
  return blocks() > 1 && touched < blocks() * shape[1] / 2;
}

RELATILE_INLINE tra::TouchedArray by_rows(const SparseStructure& of, const tra::NodePtr& array) {
  return {array, {tra::between_cuts(of.rows)}};
}
RELATILE_INLINE tra::TouchedArray by_entries(const SparseStructure& of, const tra::NodePtr& array) {
  return {array, {tra::between_cuts(of.entries)}};
}
RELATILE_INLINE tra::MadeOfPieces made_by_rows(const SparseStructure& of, ElementType element) {
  return {element, {of.shape[0]}, {tra::between_cuts(of.rows)}};
}
RELATILE_INLINE tra::MadeOfPieces made_by_entries(const SparseStructure& of, ElementType element) {
  return {element, {of.nnz()}, {tra::between_cuts(of.entries)}};
}
RELATILE_INLINE tra::PieceLabels labels_of_blocks(const SparseStructure& of) {
  return {{of.blocks()}, {"rows"}, {}};
}
RELATILE_INLINE tra::OnPieces op_on_rows(const SparseStructure& of, PieceKernel kernel,
                                         std::int64_t factor) {
  tra::SharedNumbers work = of.work;
  if (factor != 1) {
    Numbers scaled = *work;
    for (std::int64_t& flops : scaled) flops *= factor;
    work = shared(std::move(scaled));
  }
  return {std::make_shared<const PieceKernel>(std::move(kernel)), nullptr, std::move(work)};
}

/// Into how many blocks rows are cut, by their number and that of their entries: numbers with many
/// divisors, so that sites have about equally many. Every operator on them names all cuts, so there
/// are no more than so much work is worth.
inline std::int64_t block_count_of_rows(std::int64_t weight) {
  struct Blocks {
    std::int64_t count;
    std::int64_t lightest;  ///< rows and entries of the whole matrix
  };
  constexpr std::array<Blocks, 5> choices{
      Blocks{5040, 10'000'000}, {720, 1'000'000}, {120, 60'000}, {24, 6'000}, {4, 256}};
  for (const Blocks& blocks : choices) {
    if (weight >= blocks.lightest) return blocks.count;
  }
  return 1;
}

/// The finest stretches of rows that blocks are made of.
inline constexpr std::int64_t most_stretches = 65536;

/// Of stretches of rows whose counts are known, the first of every block, if blocks are to have
/// equal work, and the number of all.
inline Numbers stretches_of_equal_work(std::int64_t rows, const Numbers& counts) {
  const auto stretches = static_cast<std::int64_t>(counts.size());
  Numbers before{0};
  for (std::int64_t s = 0; s < stretches; ++s) {
    const Range range = even_part(rows, stretches, s);
    before.push_back(before.back() + nth(counts, s) + (range.high - range.low));
  }
  const std::int64_t blocks = block_count_of_rows(before.back());
  Numbers firsts{0};
  for (std::int64_t b = 1; b < blocks; ++b) {
    const auto wanted = static_cast<std::int64_t>(
        static_cast<double>(before.back()) * static_cast<double>(b) / static_cast<double>(blocks));
    auto at = std::lower_bound(before.begin(), before.end(), wanted);
    if (at != before.begin() && wanted - *(at - 1) < *at - wanted) --at;
    firsts.push_back(std::max<std::int64_t>(at - before.begin(), firsts.back()));
  }
  firsts.push_back(stretches);
  return firsts;
}

/// Gives rows in blocks their number of entries and work.
inline std::shared_ptr<SparseStructure> with_entries(const Extents& shape,
                                                     const tra::NodePtr& counts,
                                                     tra::SharedNumbers rows,
                                                     const Numbers& of_blocks) {
  auto made = std::make_shared<SparseStructure>();
  made->shape = shape;
  made->rows = std::move(rows);
  Numbers entries{0};
  Numbers work{0};
  for (std::int64_t b = 0; b < made->blocks(); ++b) {
    entries.push_back(entries.back() + nth(of_blocks, b));
    const std::int64_t in_block = nth(*made->rows, b + 1) - nth(*made->rows, b);
    work.push_back(work.back() + 2 * nth(of_blocks, b) + in_block);
  }
  made->entries = shared(std::move(entries));
  made->work = shared(std::move(work));
  made->counts = Array<kernel::SparseIndex, 1>(counts);
  made->looked_at = std::make_shared<LookedAt>();
  return made;
}

/// The same vector, cut between the blocks of rows that are in `to`.
inline tra::NodePtr recut(const SparseStructure& to, const tra::NodePtr& x, bool entries) {
  const ElementType element = x->type.block.element;
  return tra::make_on_pieces(labels_of_blocks(to), {entries ? by_entries(to, x) : by_rows(to, x)},
                             entries ? made_by_entries(to, element) : made_by_rows(to, element),
                             op_on_rows(to, kernel::copy_entries(element.size)));
}

RELATILE_INLINE std::shared_ptr<SparseStructure> rows_of_equal_work(const Extents& shape,
                                                                    const tra::NodePtr& counts) {
  const Array<kernel::SparseIndex, 1> kept(counts);
  const std::int64_t rows = shape[0];
  if (rows == 0) return with_entries(shape, counts, shared({0, 0}), {0});
  const std::int64_t stretches = std::min(rows, most_stretches);
  const Numbers of_stretches =
      of_blocks(counts, tra::even_blocks(0, rows, stretches), sum_of_entries(), 1);
  const Numbers firsts = stretches_of_equal_work(rows, of_stretches);
  Numbers cuts{0};
  Numbers entries;
  for (std::size_t b = 0; b + 1 < firsts.size(); ++b) {
    const auto first = of_stretches.begin();
    entries.push_back(std::accumulate(first + firsts[b], first + firsts[b + 1], std::int64_t{0}));
    const std::int64_t last = firsts[b + 1];
    cuts.push_back(last == 0 ? 0 : even_part(rows, stretches, last - 1).high);
  }
  auto made = with_entries(shape, counts, shared(std::move(cuts)), entries);
  // Counts lie where they were made; from here on they lie with their rows.
  made->counts = Array<kernel::SparseIndex, 1>(recut(*made, counts, false));
  return made;
}

RELATILE_INLINE std::shared_ptr<SparseStructure> rows_in_blocks(const Extents& shape,
                                                                const tra::NodePtr& counts,
                                                                const tra::SharedNumbers& rows) {
  const Array<kernel::SparseIndex, 1> kept(counts);
  if (shape[0] == 0) return with_entries(shape, counts, rows, Numbers(rows->size() - 1, 0));
  return with_entries(shape, counts, rows,
                      of_blocks(counts, tra::blocks_between(0, *rows), sum_of_entries(), 1));
}

RELATILE_INLINE SparsePattern with_columns(std::shared_ptr<SparseStructure> structure,
                                           const tra::NodePtr& columns) {
  SparseStructure& made = *structure;
  made.columns = Array<kernel::SparseIndex, 1>(columns);
  Numbers lows(static_cast<std::size_t>(made.blocks()), 0);
  Numbers ends = lows;
  if (made.nnz() > 0) {
    const Numbers ranges =
        of_blocks(columns, tra::blocks_between(0, *made.entries), kernel::range_of_columns(), 2);
    for (std::size_t b = 0; b < lows.size(); ++b) {
      lows[b] = ranges[2 * b];
      ends[b] = ranges[2 * b + 1];
    }
  }
  made.lows = shared(std::move(lows));
  made.ends = shared(std::move(ends));
  return structure;
}

RELATILE_INLINE void require_sparse_shape(const char* operation, const Extents& shape) {
  constexpr std::int64_t most = std::numeric_limits<kernel::SparseIndex>::max();
  for (const std::int64_t extent : shape) {
    if (extent >= 0 && extent <= most) continue;
    throw ShapeMismatch(std::string("relatile: ") + operation + ": a sparse matrix of shape " +
                        to_string(shape) + "; it has from 0 to 2^31 - 1 rows and columns");
  }
}

/// The labels of blocks and of all columns.
inline tra::PieceLabels labels_with_columns(const SparseStructure& of) {
  tra::PieceLabels labels = labels_of_blocks(of);
  labels.extents.push_back(of.shape[1]);
  labels.names.push_back("columns");
  labels.whole = {1};
  return labels;
}

RELATILE_INLINE SparsePattern pattern_of_mask(const tra::NodePtr& mask) {
  const transport::Operation operation("to_sparse");
  const Array<bool, 2> kept(mask);
  const Extents shape = mask->type.extents;
  require_sparse_shape("to_sparse", shape);
  const Array<kernel::SparseIndex, 1> counts(astype<kernel::SparseIndex>(as_array(sum(kept, 1))));
  auto structure = rows_of_equal_work(shape, counts.node());
  const tra::NodePtr columns =
      tra::make_on_pieces(labels_with_columns(*structure),
                          {{mask, {tra::between_cuts(structure->rows), tra::along_label(1)}}},
                          made_by_entries(*structure, element_type_of<kernel::SparseIndex>()),
                          op_on_rows(*structure, kernel::columns_of_true()));
  return with_columns(std::move(structure), columns);
}

/// Zeros of a type of elements, as bytes.
inline std::string zero_bytes(const ElementType& element) { return std::string(element.size, 0); }

/// A value that gradients pass back to what it is of, as `back` tells; one of numbers that have
/// none is left as it is.
template <class Back>
tra::NodePtr passing_back(tra::NodePtr made, const tra::NodePtr& of, Back back) {
  if (!is_differentiable(of->type.block.element)) return made;
  return with_pullback(
      std::move(made), {of},
      [back](const tra::NodePtr&, const std::vector<tra::NodePtr>&, const tra::NodePtr& g) {
        return std::vector<tra::NodePtr>{back(g)};
      });
}

RELATILE_INLINE tra::NodePtr taken_at(const SparsePattern& pattern, const tra::NodePtr& dense) {
  const SparseStructure& s = *pattern;
  const ElementType element = dense->type.block.element;
  const Extents& given = dense->type.extents;
  const bool same_row = given[0] == 1 && s.shape[0] != 1;
  const bool same_column = given[1] == 1 && s.shape[1] != 1;
  const AccessDim down = same_row ? tra::all_of(1) : tra::between_cuts(s.rows);
  const AccessDim across = same_column ? tra::all_of(1) : tra::along_label(1);
  std::vector<tra::TouchedArray> operands{
      counts_of(s, !s.has_all_rows()), by_entries(s, s.columns.node()), {dense, {down, across}}};
  if (!s.has_all_rows()) operands.push_back(by_stored_rows(s, s.numbers.node()));
  tra::NodePtr taken =
      tra::make_on_pieces(labels_with_columns(s), operands, made_by_entries(s, element),
                          op_on_rows(s, kernel::take_entries(element.size, s.rows)));
  return passing_back(std::move(taken), dense, [pattern, given](const tra::NodePtr& g) {
    return put_back_at({pattern, g}, given);
  });
}

RELATILE_INLINE tra::NodePtr dense_of(const SparseNodes& nodes, std::string fill) {
  const SparseStructure& s = *nodes.pattern;
  tra::NodePtr dense = tra::make_on_pieces(
      labels_with_columns(s),
      {by_rows(s, s.all_counts()), by_entries(s, s.columns.node()), by_entries(s, nodes.values)},
      {nodes.values->type.block.element, s.shape, {tra::between_cuts(s.rows), tra::along_label(1)}},
      op_on_rows(s, kernel::put_entries(std::move(fill))));
  return passing_back(
      std::move(dense), nodes.values,
      [pattern = nodes.pattern](const tra::NodePtr& g) { return taken_at(pattern, g); });
}

RELATILE_INLINE SparseNodes sparse_of_rows(const Extents& shape, const tra::NodePtr& counts,
                                           const tra::NodePtr& columns,
                                           const tra::NodePtr& values) {
  const Handle kept = handle_of(*values);
  auto structure = rows_of_equal_work(shape, counts);
  const tra::NodePtr made = recut(*structure, values, true);
  const Handle made_kept = handle_of(*made);
  const tra::NodePtr of_columns = recut(*structure, columns, true);
  const SparsePattern pattern = with_columns(std::move(structure), of_columns);
  Session::current().evaluate({made});
  return {pattern, made};
}

/// Elements of the same entries between other blocks, which go back the way that they came.
inline tra::NodePtr recut_elements(const SparsePattern& from, const SparsePattern& to,
                                   const tra::NodePtr& values) {
  return with_pullback(
      recut(*to, values, true), {values},
      [from, to](const tra::NodePtr&, const std::vector<tra::NodePtr>&, const tra::NodePtr& g) {
        return std::vector<tra::NodePtr>{recut_elements(to, from, g)};
      });
}

RELATILE_INLINE SparseNodes in_blocks(const SparseNodes& s, const tra::SharedNumbers& rows) {
  if (s.pattern->rows == rows) return s;
  if (!s.pattern->has_all_rows()) {
    const SparsePattern made = stored_rows_in_blocks(s.pattern, rows);
    return {made, s.values ? recut_elements(s.pattern, made, s.values) : nullptr};
  }
  const tra::NodePtr counts = s.pattern->counts.node();
  auto structure = rows_in_blocks(s.pattern->shape, counts, rows);
  structure->counts = Array<kernel::SparseIndex, 1>(recut(*structure, counts, false));
  const tra::NodePtr columns = recut(*structure, s.pattern->columns.node(), true);
  const SparsePattern made = with_columns(std::move(structure), columns);
  return {made, s.values ? recut_elements(s.pattern, made, s.values) : nullptr};
}

RELATILE_INLINE SparsePattern pattern_together(const SparsePattern& a, const SparsePattern& b,
                                               bool both) {
  if (a == b) return a;
  const transport::Operation operation("sparse");
  const SparseStructure& x = *a;
  const SparsePattern other = in_blocks({b, nullptr}, x.rows).pattern;
  const SparseStructure& y = *other;
  // What both have is in the rows of either, so that of one which has few it is as that.
  const bool is_stored_alone =
      both ? !x.has_all_rows() || !y.has_all_rows() : !x.has_all_rows() && !y.has_all_rows();
  if (is_stored_alone) return stored_rows_together(a, other, both);
  const auto which = both ? kernel::Together::both : kernel::Together::either;
  const std::vector<tra::TouchedArray> operands{
      by_rows(x, x.all_counts()), by_entries(x, x.columns.node()), by_rows(y, y.all_counts()),
      by_entries(y, y.columns.node())};
  const ElementType index = element_type_of<kernel::SparseIndex>();
  const tra::NodePtr counts =
      tra::make_on_pieces(labels_of_blocks(x), operands, made_by_rows(x, index),
                          op_on_rows(x, kernel::count_together(which)));
  auto structure = rows_in_blocks(x.shape, counts, x.rows);
  const tra::NodePtr columns =
      tra::make_on_pieces(labels_of_blocks(x), operands, made_by_entries(*structure, index),
                          op_on_rows(x, kernel::columns_together(which)));
  return with_columns(std::move(structure), columns);
}

RELATILE_INLINE tra::NodePtr values_at(const SparsePattern& pattern, const SparseNodes& s,
                                       std::string fill) {
  if (s.pattern == pattern) return s.values;
  const SparseStructure& c = *pattern;
  const SparseNodes same = in_blocks(s, c.rows);
  const SparseStructure& a = *same.pattern;
  const ElementType element = same.values->type.block.element;
  tra::NodePtr values =
      !c.has_all_rows() || !a.has_all_rows()
          ? values_at_stored_rows(pattern, same, std::move(fill))
          : tra::make_on_pieces(labels_of_blocks(c),
                                {by_rows(a, a.counts.node()), by_entries(a, a.columns.node()),
                                 by_entries(a, same.values), by_rows(c, c.counts.node()),
                                 by_entries(c, c.columns.node())},
                                made_by_entries(c, element),
                                op_on_rows(c, kernel::take_from(std::move(fill))));
  return passing_back(std::move(values), same.values,
                      [pattern, of = same.pattern, element](const tra::NodePtr& g) {
                        return values_at(of, {pattern, g}, zero_bytes(element));
                      });
}

}  // namespace relatile::detail
