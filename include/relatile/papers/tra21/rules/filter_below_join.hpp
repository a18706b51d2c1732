// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <optional>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/papers/tra21/rules/rule.hpp"

namespace relatile::papers::tra21::rules {

namespace detail {

/// What a filter says of each value of the joined dimensions, if it looks at nothing else.
RELATILE_INLINE std::optional<std::map<Key, bool>> verdicts(const Operator& filter,
                                                            const Operator& join);

}  // namespace detail

/// Pairs that are dropped are not joined: both operands drop their blocks before, each by its own
/// positions of the joined dimensions.
RELATILE_INLINE OperatorPtr filter_below_join(const OperatorPtr& op);

inline constexpr Rule r1_6{
    "R1-6",
    "",
    "filter[p](join[l, r, f](L, R)) == join[l, r, f](filter[p at l](L), filter[p at r](R))",
    "p looks at the joined dimensions only; the print leaves out that their positions differ",
    "[tra21] table 2",
    filter_below_join};

}  // namespace relatile::papers::tra21::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/rules/impl/filter_below_join.hpp"
#endif
