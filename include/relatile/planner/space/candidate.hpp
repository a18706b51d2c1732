// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/cost/transfer_cost.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// One way to execute a node: who works on which part of label space, what each site therefore
/// needs of the operands, and where the result ends up.
struct Candidate {
  placement::Layout layout;
  int follows = -1;        ///< the operand in whose place it works, if labels are cut as slices
  std::vector<int> needs;  ///< per input, into NodeSpace::needs
  placement::Sharding produced;  ///< after the kernels
  bool partial = false;          ///< `produced` is still to be reduced
  int stored = 0;                ///< where it ends up, into NodeSpace::states
  cost::TransferCost reduction;  ///< of a partial result
  std::int64_t busiest_flops = 0;
  std::int64_t busiest_bytes = 0;  ///< operands and result of the busiest site
};

/// Everything a planner may choose from at one node.
struct NodeSpace {
  std::vector<Candidate> candidates;        ///< empty at leaves
  std::vector<placement::Sharding> states;  ///< the placements its value may be stored in
  std::vector<std::vector<placement::Sharding>> needs;  ///< per input, how it may be read
  bool complete = true;                                 ///< false: only the likeliest candidates
  /// From here on states are such as operands have and no layout would ask for by itself.
  std::size_t own_states = std::numeric_limits<std::size_t>::max();
  /// In ascending order, the states of work that is done where data lies that is given.
  std::vector<int> at_home;

  bool is_at_home(std::size_t state) const {
    return std::binary_search(at_home.begin(), at_home.end(), static_cast<int>(state));
  }

  /// True if a state is one that not every node's space has: an operand's, or on so many sites as
  /// are neither all nor a power of two, such as the 126 of 127 that suit a product.
  bool is_unusual(std::size_t state) const {
    const placement::Sharding& stored = states[state];
    return state >= own_states ||
           (stored.working != stored.num_sites && !placement::is_power_of_two(stored.working));
  }
};

/// What a placement is called when an operand is read by `access` under `layout`.
RELATILE_INLINE std::string placement_text(const placement::Layout& layout, const Access& access,
                                           const std::vector<std::string>& label_names);

/// How `access` reads or writes a value under `layout`.
RELATILE_INLINE placement::Sharding sharding_under(const placement::Layout& layout,
                                                   const tra::Node& node, const Access& access,
                                                   int num_sites);

/// All of a value on each of the first `working` sites.
RELATILE_INLINE placement::Sharding whole_sharding(const Extents& extents, int num_sites,
                                                   int working);

/// Beyond, ranges take more memory than they save time.
inline constexpr int most_sites_written_down = 256;

/// The index of `sharding` in `known`, where it is added if it is new.
RELATILE_INLINE int index_in(std::vector<placement::Sharding>& known, placement::Sharding sharding);

/// The length of the shortest side that a site's box has.
RELATILE_INLINE std::int64_t smallest_part(const placement::Sharding& sharding);

/// Where contributions of more sites than any dimension has room for may be brought together:
/// scattered along one dimension after another. Nothing if there are not enough elements.
RELATILE_INLINE std::optional<placement::Sharding> scattered_widely(
    const tra::Node& node, const placement::Sharding& partial,
    const std::vector<placement::SiteAxis>& aggregated);

/// Where the contributions of a partial value may be brought together: scattered along one of its
/// dimensions over the sites that hold them, or on the first of these sites. On many sites it is
/// scattered where that can be, along several dimensions if it must.
RELATILE_INLINE std::vector<placement::Sharding> reduction_targets(
    const tra::Node& node, const placement::Layout& layout, const placement::Sharding& partial);

/// The most that one site computes under `layout`.
RELATILE_INLINE std::int64_t busiest_flops(const tra::Node& node, const placement::Layout& layout);

/// The first of the sites that compute most.
RELATILE_INLINE int busiest_site(const tra::Node& node, const placement::Layout& layout);

/// Adds the candidates of one layout: one, or, where labels are aggregated across sites, one per
/// way to bring the result together.
RELATILE_INLINE void add_candidates(NodeSpace& space, const tra::Node& node,
                                    const placement::Layout& layout, int num_sites);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/candidate.hpp"
#endif
