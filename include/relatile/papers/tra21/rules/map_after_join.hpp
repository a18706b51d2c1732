// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/papers/tra21/rules/rule.hpp"
#include "relatile/plan/algebra/local_join.hpp"
#include "relatile/plan/algebra/operator.hpp"

namespace relatile::papers::tra21::rules {

namespace detail {

inline bool is_map_above_join(const OperatorPtr& op) {
  return is_single_map(*op) && is(op->inputs[0], OperatorKind::local_join);
}

RELATILE_INLINE OperatorPtr join_with(const Operator& join, OperatorPtr left, OperatorPtr right,
                                      plan::KernelTo kernel, const plan::KeyMap& after);

/// The join's kernel on blocks that the map above has been applied to, if that distributes over it:
/// then the operands are blocks of the type that the join makes.
RELATILE_INLINE std::optional<BlockKernel> kernel_after(const OperatorPtr& op);

}  // namespace detail

/// The map becomes a part of the join: its kernel after the join's, its keys for the joined ones.
RELATILE_INLINE OperatorPtr map_into_join(const OperatorPtr& op);

/// The map is applied to both blocks of each pair before they are combined.
RELATILE_INLINE OperatorPtr map_before_join(const OperatorPtr& op);

/// The same with the maps as operators of their own, which may go down further.
RELATILE_INLINE OperatorPtr map_below_join(const OperatorPtr& op);

inline constexpr Rule r1_7_compose{"R1-7",
                                   "compose",
                                   "map[k, f](join[l, r, g](L, R)) == join[l, r, f o g, k](L, R)",
                                   "the map makes one block of one. k is applied to the joined "
                                   "key; the print applies it to the positions l and r",
                                   "[tra21] table 2",
                                   map_into_join};
inline constexpr Rule r1_7_distribute{
    "R1-7",
    "distribute",
    "map[k, f](join[l, r, g](L, R)) == join[l, r, g of (f, f), k](L, R)",
    "the map makes one block of one; f distributes over g; g is known on the blocks that f makes",
    "[tra21] table 2",
    map_before_join};
inline constexpr Rule r1_7_push{
    "R1-7",
    "push",
    "map[k, f](join[l, r, g](L, R)) == join[l, r, g, k](map[id, f](L), map[id, f](R))",
    "the map makes one block of one; f distributes over g; g is known on the blocks that f makes",
    "[tra21] table 2",
    map_below_join};

}  // namespace relatile::papers::tra21::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/rules/impl/map_after_join.hpp"
#endif
