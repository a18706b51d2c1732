// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/graph_key.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// All that a plan depends on but for the options: the graph, what is to be kept of it (positions),
/// and the sites. Its form is the same for programs that differ in where slices begin.
RELATILE_INLINE tra::GraphKey plan_key(const std::vector<tra::NodePtr>& graph,
                                       const std::vector<int>& results, int num_sites,
                                       std::int64_t message_limit);

/// What a plan within a cap on memory depends on beside that: the memory that values take which the
/// sites hold already, where they share it.
RELATILE_INLINE std::string memory_key(const std::vector<tra::NodePtr>& graph);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/plan_key.hpp"
#endif
