// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/papers/tra21/rules/rule.hpp"

namespace relatile::papers::tra21::rules {

/// What each site has of a group is combined before it moves.
RELATILE_INLINE OperatorPtr two_phase_aggregate(const OperatorPtr& op);

/// A phase that has nothing to combine: every group is one whole block.
RELATILE_INLINE OperatorPtr drop_phase(const OperatorPtr& op);

inline constexpr Rule r2_5_two_phases{
    "R2-5",
    "two phases",
    "aggregate[by, +](shuf[d](R)) == aggregate[all, +](shuf[d at by](aggregate[by, +](R)))",
    "d is a part of by (the print has it the other way round); + is associative and commutative; "
    "some group is spread over sites (where none is, R2-4 holds)",
    "[tra21] table 2",
    two_phase_aggregate};
inline constexpr Rule r2_5_drop_phase{
    "R2-5",
    "drop phase",
    "aggregate[all, +](R) == R",
    "R is whole, so that every group is one block",
    "[tra21] table 2, what is left of a second phase that has nothing to combine",
    drop_phase,
    true};

}  // namespace relatile::papers::tra21::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/rules/impl/two_phase_aggregate.hpp"
#endif
