// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// The classical ways to execute a join of two operands, as regions of the one space of layouts.
/// BMM, CPMM and RMM of [tra21, section 4.2.2] are broadcast_*, cross_product and replicate.
inline constexpr std::array<std::string_view, 6> plan_names{"broadcast_left", "broadcast_right",
                                                            "cross_product",  "replicate",
                                                            "co_partitioned", "one_site"};

RELATILE_INLINE bool is_plan_name(std::string_view name);

RELATILE_INLINE std::string all_plan_names();

/// What the layout of a join is called; "mixed" where no classical name fits.
RELATILE_INLINE std::string plan_name(const tra::Node& node, const placement::Layout& layout);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/named_plans.hpp"
#endif
