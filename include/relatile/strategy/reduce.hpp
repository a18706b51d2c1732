// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::strategy {

/// Brings the contributions of a partial value together where `target` places the result: a
/// reduce-scatter if the targets are disjoint parts, a reduce if one site gets all. Every
/// contribution to a place comes from a different site; sites that computed nothing contribute
/// nothing. The second phase of the two-phase aggregate, rule R2-5 of [tra21].
RELATILE_INLINE plan::Exchange reduce(const placement::Placement& partial,
                                      const placement::Placement& target);

/// The same where `sums` are partial still, each holding part of the contributions: a contribution
/// goes to the holder of the sum that has the number, counted around, that its sender has among
/// those who contribute to the same.
RELATILE_INLINE plan::Exchange reduce_halfway(const placement::Placement& partial,
                                              const placement::Placement& sums);

/// What turns one value into another: of a partial one, contributions are combined.
RELATILE_INLINE plan::Exchange exchange_between(const plan::Value& from, const plan::Value& to);

}  // namespace relatile::strategy

#if defined(RELATILE_DEFINITIONS)
#include "relatile/strategy/impl/reduce.hpp"
#endif
