// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/structure/entries.hpp"

#include <algorithm>
#include <utility>

#include "relatile/array/creation.hpp"
#include "relatile/array/lines/long_sort.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/kernel/sparse/order.hpp"
#include "relatile/kernel/sparse/stored_rows.hpp"
#include "relatile/kernel/sparse/structure.hpp"
#include "relatile/sparse/structure/impl/structure.hpp"
#include "relatile/sparse/structure/stored_rows.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

/// Into how many blocks entries are divided, and rows into parts: enough for as many sites, few
/// enough for a plan. What each part has of each block is brought together by itself, so one site,
/// which sends nothing wherever they lie, has no more than pay.
inline std::int64_t parts_of_entries(std::int64_t count) {
  constexpr std::int64_t most = 48;
  constexpr std::int64_t fewest_to_divide = most * 64;
  constexpr std::int64_t entries_of_a_part = 1 << 14;
  if (count < fewest_to_divide) return 1;
  if (Session::current().num_sites() > 1) return most;
  return std::clamp(count / entries_of_a_part, std::int64_t{1}, most);
}

/// Work of `each` flops an element of vectors between cuts.
inline tra::SharedNumbers work_between(const Numbers& cuts, std::int64_t each) {
  Numbers work = cuts;
  for (std::int64_t& flops : work) flops *= each;
  return shared(std::move(work));
}

/// Entries on their way: blocks of them, parts of rows, and what of each block belongs to which.
class EntryExchange {
 public:
  explicit EntryExchange(const Entries& entries)
      : keys_(entries.keys),
        count_(entries.keys->type.extents[0]),
        parts_(parts_of_entries(count_)) {
    Numbers blocks{0};
    for (std::int64_t b = 0; b < parts_; ++b) blocks.push_back(even_part(count_, parts_, b).high);
    blocks_ = shared(std::move(blocks));
    divide(entries.shape[0]);
    keys_together_ = brought_together(keys_);
  }

  const tra::SharedNumbers& parts() const { return ends_; }
  const tra::SharedNumbers& rows() const { return rows_; }
  /// By parts; who sorts several vectors of elements keeps them.
  const tra::NodePtr& keys_together() const { return keys_together_; }
  tra::NodePtr sorted_keys() const { return sorted(keys_together_); }
  tra::NodePtr sorted_values(const tra::NodePtr& values) const {
    return sorted(brought_together(values));
  }

 private:
  /// Cuts rows into parts of about equally many entries, and counts what of each block is whose.
  void divide(std::int64_t rows) {
    const std::int64_t stretches = std::max<std::int64_t>(std::min<std::int64_t>(rows, 4096), 1);
    Numbers stretch_cuts{0};
    for (std::int64_t s = 0; s < stretches; ++s) {
      stretch_cuts.push_back(even_part(rows, stretches, s).high);
    }
    const Numbers counts = of_blocks(keys_, tra::blocks_between(0, *blocks_),
                                     kernel::count_of_parts(shared(stretch_cuts)), stretches);
    Numbers before(1, 0);
    for (std::int64_t s = 0; s < stretches; ++s) {
      std::int64_t sum = before.back();
      for (std::int64_t b = 0; b < parts_; ++b) sum += nth(counts, b * stretches + s);
      before.push_back(sum);
    }
    Numbers firsts{0};  // stretches
    for (std::int64_t p = 1; p < parts_; ++p) {
      const std::int64_t wanted = even_part(count_, parts_, p).low;
      const auto at = std::lower_bound(before.begin(), before.end(), wanted);
      firsts.push_back(std::max<std::int64_t>(at - before.begin(), firsts.back()));
    }
    firsts.push_back(stretches);
    Numbers part_rows;
    Numbers ends;
    for (const std::int64_t s : firsts) {
      part_rows.push_back(nth(stretch_cuts, s));
      ends.push_back(nth(before, s));
    }
    rows_ = shared(std::move(part_rows));
    ends_ = shared(std::move(ends));
    for (std::int64_t b = 0; b < parts_; ++b) {
      std::int64_t begin = 0;
      for (std::int64_t p = 0; p < parts_; ++p) {
        begins_.push_back(begin);
        for (std::int64_t s = nth(firsts, p); s < nth(firsts, p + 1); ++s) {
          begin += nth(counts, b * stretches + s);
        }
      }
      begins_.push_back(begin);
    }
  }

  /// An element for each entry, by parts, and in these by blocks.
  tra::NodePtr brought_together(const tra::NodePtr& x) const {
    const ElementType element = x->type.block.element;
    const AccessDim blocks = tra::between_cuts(blocks_);
    const tra::NodePtr by_part = tra::make_on_pieces(
        {{parts_}, {"blocks"}, {}}, {{keys_, {blocks}}, {x, {blocks}}},
        {element, {count_}, {blocks}},
        {std::make_shared<const PieceKernel>(kernel::by_part(blocks_, rows_, element.size)),
         nullptr, work_between(*blocks_, 8)});
    return gathered_parts(by_part, *blocks_, begins_, parts_);
  }

  /// What came together, each part in the order of its keys.
  tra::NodePtr sorted(const tra::NodePtr& x) const {
    const ElementType element = x->type.block.element;
    const AccessDim parts = tra::between_cuts(ends_);
    return tra::make_on_pieces(
        {{parts_}, {"parts"}, {}}, {{keys_together_, {parts}}, {x, {parts}}},
        {element, {count_}, {parts}},
        {std::make_shared<const PieceKernel>(kernel::by_key(ends_, rows_, element.size)), nullptr,
         work_between(*ends_, 20)});
  }

  tra::NodePtr keys_;
  tra::NodePtr keys_together_;  ///< by parts
  std::int64_t count_;
  std::int64_t parts_;
  tra::SharedNumbers blocks_;  ///< where blocks of entries begin
  tra::SharedNumbers rows_;    ///< where the rows of parts begin
  tra::SharedNumbers ends_;    ///< where the entries of parts begin, once they are together
  Numbers begins_;             ///< of each block, where the parts begin in it
};

/// Sorted entries, in parts of rows.
struct SortedEntries {
  Extents shape;
  tra::NodePtr keys;
  tra::NodePtr values;
  tra::SharedNumbers parts;
  tra::SharedNumbers rows;
};

/// The same with one entry for each key. Collective.
inline SortedEntries without_equal(const char* operation, const SortedEntries& sorted, Equal equal,
                                   const PieceKernel& sum) {
  const Numbers distinct =
      of_blocks(sorted.keys, tra::blocks_between(0, *sorted.parts), kernel::count_distinct(), 1);
  Numbers cuts{0};
  for (const std::int64_t count : distinct) cuts.push_back(cuts.back() + count);
  const std::int64_t all = sorted.parts->back();
  if (cuts.back() == all) return sorted;
  if (equal == Equal::refused) {
    throw ShapeMismatch(
        std::string("relatile: ") + operation + ": " + "of " + std::to_string(all) + " entries " +
        std::to_string(all - cuts.back()) +
        " are where another one is; Duplicates::summed adds up those that are at one");
  }
  const auto merged = [&](const tra::NodePtr& x, std::vector<tra::TouchedArray> operands,
                          const PieceKernel& kernel, const tra::SharedNumbers& to) {
    return tra::make_on_pieces(
        {{std::int64_t(distinct.size())}, {"parts"}, {}}, operands,
        {x->type.block.element, {to->back()}, {tra::between_cuts(to)}},
        {std::make_shared<const PieceKernel>(kernel), nullptr, work_between(*sorted.parts, 2)});
  };
  SortedEntries made = sorted;
  made.parts = shared(std::move(cuts));
  const tra::TouchedArray keys{sorted.keys, {tra::between_cuts(sorted.parts)}};
  const tra::TouchedArray values{sorted.values, {tra::between_cuts(sorted.parts)}};
  made.keys = merged(sorted.keys, {keys}, kernel::distinct_keys(), made.parts);
  made.values = merged(sorted.values, {keys, values}, sum, made.parts);
  return made;
}

/// How many entries each row has.
inline tra::NodePtr counts_of(const SortedEntries& sorted) {
  return tra::make_on_pieces(
      {{std::int64_t(sorted.parts->size()) - 1}, {"parts"}, {}},
      {{sorted.keys, {tra::between_cuts(sorted.parts)}}},
      {element_type_of<kernel::SparseIndex>(), {sorted.shape[0]}, {tra::between_cuts(sorted.rows)}},
      {std::make_shared<const PieceKernel>(kernel::counts_of_keys()), nullptr,
       work_between(*sorted.parts, 1)});
}

RELATILE_INLINE SparseNodes sparse_of_entries(const char* operation, const Entries& entries,
                                              Equal equal, const PieceKernel& sum) {
  const transport::Operation collective(operation);
  // What is read more than once is kept meanwhile.
  const Handle keys = handle_of(*entries.keys);
  const Handle values = handle_of(*entries.values);
  const EntryExchange exchange(entries);
  SortedEntries sorted{entries.shape, exchange.sorted_keys(),
                       exchange.sorted_values(entries.values), exchange.parts(), exchange.rows()};
  const Handle sorted_keys = handle_of(*sorted.keys);
  const Handle sorted_values = handle_of(*sorted.values);
  Session::current().evaluate({sorted.keys, sorted.values});
  if (equal != Equal::none) sorted = without_equal(operation, sorted, equal, sum);
  const Array<std::int64_t, 1> in_order(sorted.keys);
  const std::int64_t rows = entries.shape[0];
  // Of few rows, and of none that could be stored alone, nobody asks how many have entries.
  if (is_hypersparse(rows, 0) &&
      is_hypersparse(rows, rows_with_entries(sorted.keys, sorted.parts))) {
    return sparse_of_stored_rows(entries.shape, sorted.keys, sorted.values);
  }
  const auto columns = as_array(astype<kernel::SparseIndex>(in_order & 0xffffffff));
  return sparse_of_rows(entries.shape, counts_of(sorted), columns.node(), sorted.values);
}

RELATILE_INLINE tra::NodePtr flipped(const tra::NodePtr& keys) {
  const Array<std::int64_t, 1> of(keys);
  return as_array((of & 0xffffffff) * (std::int64_t{1} << 32) + right_shift(of, 32)).node();
}

RELATILE_INLINE tra::NodePtr keys_at(const Array<std::int64_t, 1>& rows,
                                     const Array<std::int64_t, 1>& columns) {
  return as_array(rows * (std::int64_t{1} << 32) + columns).node();
}

}  // namespace relatile::detail
