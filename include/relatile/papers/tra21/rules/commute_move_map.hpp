// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/rule.hpp"
#include "relatile/plan/algebra/local_map.hpp"
#include "relatile/plan/algebra/moves.hpp"

namespace relatile::papers::tra21::rules {

namespace detail {

/// Where blocks go depends on their keys, but for a bcast.
inline bool move_allows(const Operator& move, const Operator& map) {
  return move.kind == OperatorKind::bcast || keeps_keys(map.keys, map.input().type);
}

}  // namespace detail

/// The map first: where it makes blocks smaller, less moves.
inline OperatorPtr map_below_move(const OperatorPtr& op) {
  if (!detail::is(op, OperatorKind::local_map) || !op->input().moves()) return nullptr;
  const Operator& move = op->input();
  if (!detail::move_allows(move, *op)) return nullptr;
  return plan::with_inputs(move, {plan::local_map(move.inputs[0], op->keys, op->blocks)});
}

/// The move first: where the map makes blocks larger or more, less moves.
inline OperatorPtr move_below_map(const OperatorPtr& op) {
  if (!op->moves() || !detail::is(op->inputs[0], OperatorKind::local_map)) return nullptr;
  const Operator& map = op->input();
  if (!detail::move_allows(*op, map)) return nullptr;
  return plan::local_map(plan::with_inputs(*op, {map.inputs[0]}), map.keys, map.blocks);
}

inline constexpr Rule r2_3_map_first{
    "R2-3",
    "map first",
    "map[k, f](bcast(R)) == bcast(map[k, f](R)); map[id, f](shuf[d](R)) == shuf[d](map[id, f](R))",
    "a map below a shuf keeps keys",
    "[tra21] table 2",
    map_below_move};
inline constexpr Rule r2_3_move_first{
    "R2-3",
    "move first",
    "bcast(map[k, f](R)) == map[k, f](bcast(R)); shuf[d](map[id, f](R)) == map[id, f](shuf[d](R))",
    "a map below a shuf keeps keys",
    "[tra21] table 2",
    move_below_map};

}  // namespace relatile::papers::tra21::rules
