// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::cost {

/// The exact traffic of an exchange of blocks of `type`. Regions of an array go as one message
/// each (longer ones split), blocks of a relation as one message each.
RELATILE_INLINE plan::Traffic count(const plan::Exchange& exchange, const tra::RelationType& type,
                                    int num_sites,
                                    std::int64_t message_limit = plan::default_message_limit);

/// The bytes an exchange moves in all, for the planner's inner loop.
RELATILE_INLINE Bytes count_bytes(const plan::Exchange& exchange, const tra::RelationType& type);

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/count.hpp"
#endif
