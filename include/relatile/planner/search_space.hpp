// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/planner/candidate.hpp"
#include "relatile/planner/objective.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Nodes of no more flops than this may run on one site, or on every site at once: dividing or
/// repeating them costs less than a message.
inline constexpr std::int64_t small_work = 1 << 16;

/// A layout is balanced if its busiest site has at most this many times the least possible work.
inline constexpr double balance_slack = 1.25;

/// All orders of mesh axes are tried while that makes no more layouts of a node than this.
inline constexpr std::size_t most_layouts_in_all_orders = 64;

/// At most this many partition vectors of a node are priced; where there are more, those with the
/// least unavoidable bytes, and the search is a heuristic.
inline std::size_t widest_beam(int num_sites) {
  if (num_sites <= placement::every_product_up_to) return 96;
  return num_sites <= 64 ? 48 : 32;
}

namespace detail {

struct WeighedVector {
  placement::PartitionVector d;
  double share;
};

/// Where prices are equal the first one wins: long axes are cut rather than short ones, earlier
/// axes rather than later ones.
RELATILE_INLINE void sort_by_preference(std::vector<WeighedVector>& assignments,
                                        const Extents& labels);

RELATILE_INLINE int product_of(const placement::PartitionVector& d);

inline bool is_power_of_two(int number) { return (number & (number - 1)) == 0; }

RELATILE_INLINE bool divides(const placement::PartitionVector& d, const Extents& labels);

/// On many sites equal shares are worth having: where some balanced vectors cut every label into
/// equal parts, the others are left out, but for those that cut one label only, for all sites, into
/// parts of which none is more than a hundredth above the average: a million rows on 256 sites.
RELATILE_INLINE void keep_equal_shares(std::vector<WeighedVector>& assignments,
                                       const Extents& labels, int num_sites, double best);

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

/// A measure by which a beam keeps layouts: the bytes that replicating operands and combining
/// partial results costs at least, wherever the operands come from.
RELATILE_INLINE double unavoidable_bytes(const tra::Node& node,
                                         const placement::PartitionVector& d);

/// On many sites: all vectors that cut one label only for all sites, the best one of every smaller
/// number of sites, and of the others those with the least unavoidable bytes. Fewer sites send less
/// but leave others idle: of half as many sites half as many vectors are kept.
RELATILE_INLINE void keep_beam(const tra::Node& node, int num_sites,
                               std::vector<placement::PartitionVector>& vectors);

}  // namespace detail

/// The node's layouts worth pricing: every factorisation of the sites over its labels that keeps
/// the work balanced; for small work, also on few sites or repeated on all. A pinned plan keeps
/// only its own layouts. `ranks` orders the mesh axes where not all orders are tried.
RELATILE_INLINE std::vector<placement::Layout> layouts_worth_pricing(const tra::Node& node,
                                                                     int num_sites, Idling idling,
                                                                     const std::vector<int>& ranks,
                                                                     bool& complete);

/// The space of a node that computes something.
RELATILE_INLINE NodeSpace compute_space(const tra::Node& node, int num_sites, Idling idling,
                                        const std::vector<int>& ranks);

/// The space of an input that has no data yet: stored once, evenly split in any layout.
RELATILE_INLINE NodeSpace free_input_space(const tra::Node& node, int num_sites,
                                           const std::vector<int>& ranks);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/search_space.hpp"
#endif
