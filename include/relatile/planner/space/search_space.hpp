// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Nodes of no more flops than this may run on one site, or on every site at once: dividing or
/// repeating them costs less than a message.
inline constexpr std::int64_t small_work = 1 << 16;

/// Inputs may be stored so that the fullest site has at most this many times an equal share. Sites
/// that balanced layouts leave idle and parts that differ by an element need more room than work
/// does.
inline constexpr double storage_slack = 2;

/// All orders of mesh axes are tried while that makes no more layouts of a node than this.
inline constexpr std::size_t most_layouts_in_all_orders = 64;

namespace detail {

struct WeighedVector {
  placement::PartitionVector d;
  double share;
};

/// Where prices are equal the first one wins: long axes are cut rather than short ones, earlier
/// axes rather than later ones.
RELATILE_INLINE void sort_by_preference(std::vector<WeighedVector>& assignments,
                                        const Extents& labels);

/// The vectors a search considers, best-balanced ones and, if idling is allowed, smaller ones.
RELATILE_INLINE std::vector<placement::PartitionVector> vectors_worth_pricing(
    const Extents& labels, const std::array<bool, max_rank>& whole, int num_sites, Idling idling,
    bool small);

[[noreturn]] RELATILE_INLINE void throw_no_plan(const tra::Node& node, int num_sites);

/// The orders of mesh axes worth trying: all of them while these are few, else the program's own.
RELATILE_INLINE std::vector<placement::Layout> layouts_in_orders(
    const std::vector<placement::PartitionVector>& vectors, const std::vector<int>& ranks);

/// The layouts of one classical plan, balanced as well as it allows.
RELATILE_INLINE std::vector<placement::PartitionVector> pinned_vectors(const tra::Node& node,
                                                                       int num_sites);

}  // namespace detail

/// The node's layouts worth pricing: every factorisation of the sites over its labels that keeps
/// the work balanced; for small work, also on few sites; where it is small or its operands are no
/// larger than its result, also repeated on all. A pinned plan keeps only its own layouts. `ranks`
/// orders the mesh axes where not all orders are tried.
RELATILE_INLINE std::vector<placement::Layout> layouts_worth_pricing(const tra::Node& node,
                                                                     int num_sites,
                                                                     const Objective& objective,
                                                                     const std::vector<int>& ranks,
                                                                     bool& complete);

/// The space of a node that computes something.
RELATILE_INLINE NodeSpace compute_space(const tra::Node& node, int num_sites,
                                        const Objective& objective, const std::vector<int>& ranks);

/// True if no site has much more of a value than if it were cut into equal parts.
RELATILE_INLINE bool is_spread(const placement::Sharding& sharding, const Extents& extents);

/// The space of an input that has no data yet: stored once, evenly split in any layout.
RELATILE_INLINE NodeSpace free_input_space(const tra::Node& node, int num_sites,
                                           const std::vector<int>& ranks);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/search_space.hpp"
#endif
