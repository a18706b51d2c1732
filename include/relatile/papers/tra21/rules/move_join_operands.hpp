// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/papers/tra21/rules/rule.hpp"

namespace relatile::papers::tra21::rules {

/// How the operands of a join were brought together, and what they were before.
struct MovedJoin {
  enum class Form { none, left_everywhere, right_everywhere, both_shuffled } form = Form::none;
  OperatorPtr left;
  OperatorPtr right;
};

RELATILE_INLINE MovedJoin moved_join(const Operator& op);

RELATILE_INLINE OperatorPtr join_broadcast_left(const OperatorPtr& op);
RELATILE_INLINE OperatorPtr join_broadcast_right(const OperatorPtr& op);
RELATILE_INLINE OperatorPtr join_shuffled(const OperatorPtr& op);

// The three forms hold the same pairs on different sites, so an operator above that relied on where
// they were may refuse the other form: see rewritten_at.

inline constexpr Rule r2_6_left{"R2-6",
                                "broadcast left",
                                "join[l, r, f](L, bcast(R)) == join[l, r, f](shuf[l](L), "
                                "shuf[r](R)) == join[l, r, f](bcast(L), R)",
                                "none",
                                "[tra21] table 2",
                                join_broadcast_left};
inline constexpr Rule r2_6_right{"R2-6",
                                 "broadcast right",
                                 "join[l, r, f](bcast(L), R) == join[l, r, f](shuf[l](L), "
                                 "shuf[r](R)) == join[l, r, f](L, bcast(R))",
                                 "none",
                                 "[tra21] table 2",
                                 join_broadcast_right};
inline constexpr Rule r2_6_shuffle{"R2-6",
                                   "shuffle",
                                   "join[l, r, f](bcast(L), R) == join[l, r, f](L, bcast(R)) == "
                                   "join[l, r, f](shuf[l](L), shuf[r](R))",
                                   "l is not empty: a cross join has nothing to shuffle by",
                                   "[tra21] table 2",
                                   join_shuffled};

}  // namespace relatile::papers::tra21::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/rules/impl/move_join_operands.hpp"
#endif
