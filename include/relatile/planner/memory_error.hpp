// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/peak_memory.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// The node whose step needs most of the fullest site's memory.
RELATILE_INLINE const tra::Node& neediest_node(const plan::Plan& plan,
                                               const schedule::PlanPeak& peak);

/// Says what no plan could keep within, by how much, and what to do; `plan` is the one that comes
/// nearest.
[[noreturn]] RELATILE_INLINE void throw_out_of_memory(const plan::Plan& plan,
                                                      const schedule::PlanPeak& peak,
                                                      std::int64_t cap);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/memory_error.hpp"
#endif
