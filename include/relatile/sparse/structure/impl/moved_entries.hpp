// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/structure/moved_entries.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "relatile/core/differentiable.hpp"
#include "relatile/expr/recipe.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/sparse/structure/impl/entries.hpp"
#include "relatile/sparse/structure/impl/structure.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

/// How elements get from the entries of one matrix to those of another.
class EntryMove {
 public:
  EntryMove(SparsePattern from, const tra::NodePtr& keys, const Extents& shape)
      : from_(std::move(from)),
        keys_(keys),
        exchange_({shape, keys, nullptr}),
        keys_together_(exchange_.keys_together()) {
    const Array<std::int64_t, 1> in_order(exchange_.sorted_keys());
    Session::current().evaluate({in_order.node(), keys_together_.node()});
    const SortedEntries sorted{shape, in_order.node(), nullptr, exchange_.parts(),
                               exchange_.rows()};
    if (is_hypersparse(shape[0], 0) &&
        is_hypersparse(shape[0], rows_with_entries(in_order.node(), exchange_.parts()))) {
      to_ = pattern_of_stored_rows(shape, in_order.node());
      return;
    }
    auto structure = rows_of_equal_work(shape, counts_of(sorted));
    const auto columns = as_array(astype<kernel::SparseIndex>(in_order & 0xffffffff));
    const tra::NodePtr of_columns = recut(*structure, columns.node(), true);
    to_ = with_columns(std::move(structure), of_columns);
  }

  const SparsePattern& to() const { return to_; }
  /// Where entries came from, for each of those that they became.
  std::shared_ptr<const EntryMove> reverse() const {
    const Array<std::int64_t, 1> back(moved(keys_of(from_, false)));
    return std::make_shared<const EntryMove>(to_, back.node(), from_->shape);
  }
  /// An element for each entry, in the order of the other matrix.
  tra::NodePtr moved(const tra::NodePtr& values) const {
    return recut(*to_, exchange_.sorted_values(values), true);
  }

 private:
  SparsePattern from_;
  Array<std::int64_t, 1> keys_;  ///< which both are read again
  EntryExchange exchange_;
  Array<std::int64_t, 1> keys_together_;
  SparsePattern to_;
};
using EntryMovePtr = std::shared_ptr<const EntryMove>;

/// Elements that move, and whose cotangents move back; `back` is null as long as nobody has asked.
inline tra::NodePtr differentiable_move(const EntryMovePtr& move, const EntryMovePtr& back,
                                        const tra::NodePtr& values) {
  return with_pullback(
      move->moved(values), {values},
      [move, back](const tra::NodePtr&, const std::vector<tra::NodePtr>&, const tra::NodePtr& g) {
        const EntryMovePtr there = back ? back : move->reverse();
        return std::vector<tra::NodePtr>{differentiable_move(there, move, g)};
      });
}

RELATILE_INLINE SparseNodes moved_entries(const char* operation, const SparseNodes& s,
                                          const tra::NodePtr& keys, const Extents& shape) {
  const transport::Operation collective(operation);
  const auto move = std::make_shared<const EntryMove>(s.pattern, keys, shape);
  return {move->to(), differentiable_move(move, nullptr, s.values)};
}

RELATILE_INLINE SparseNodes transposed(const SparseNodes& s) {
  const Extents shape{s.pattern->shape[1], s.pattern->shape[0]};
  const tra::NodePtr keys = keys_of(s.pattern, true);
  const bool derived = RecipesAreKept::now() && is_differentiable(s.values->type.block.element);
  if (derived) return moved_entries("transpose", s, keys, shape);
  return sparse_of_entries("transpose", {shape, keys, s.values}, Equal::none, {});
}

RELATILE_INLINE SparseNodes transposed_beside(const SparseNodes& s) {
  if (!is_differentiable(s.values->type.block.element)) return transposed(s);
  if (RecipesAreKept::now()) Session::current().evaluate({s.values});
  // The rule below stays when the call of a function ends, whose values forget theirs then.
  const RecipesAreForgotten forgotten;
  const SparseNodes made = transposed(s);
  Session::current().evaluate({made.values});  // or it would let go of the rule when it is
  const auto back = [from = s.pattern->shape, to = made.pattern](const tra::NodePtr&,
                                                                 const std::vector<tra::NodePtr>&,
                                                                 const tra::NodePtr& g) {
    return std::vector<tra::NodePtr>{
        moved_entries("grad", {to, g}, keys_of(to, true), from).values};
  };
  return {made.pattern, with_pullback(made.values, {s.values}, back)};
}

}  // namespace relatile::detail
