// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// A layout is balanced if its busiest site has at most this many times the least possible work.
inline constexpr double balance_slack = 1.25;

/// On many sites, of vectors of unequal shares or of other numbers of sites at most so many are
/// kept.
inline constexpr std::size_t most_of_others = 8;

/// At most this many partition vectors of a node are priced; where there are more, those with the
/// least unavoidable bytes, and the search is a heuristic.
inline std::size_t widest_beam(int num_sites) {
  if (num_sites <= placement::every_product_up_to) return 96;
  return num_sites <= 64 ? 48 : 32;
}

namespace detail {

RELATILE_INLINE int product_of(const placement::PartitionVector& d);

RELATILE_INLINE bool divides(const placement::PartitionVector& d, const Extents& labels);

/// True if `d` cuts every label into equal parts, or one label only, for about all sites, into
/// parts of which none is more than a hundredth above the average: a million rows on 256 sites.
RELATILE_INLINE bool has_equal_shares(const placement::PartitionVector& d, const Extents& labels,
                                      int num_sites);

/// On many sites equal shares are worth having: where some balanced vectors cut every label into
/// equal parts, which of them have equal shares; else all.
RELATILE_INLINE std::vector<bool> with_equal_shares(
    const std::vector<placement::PartitionVector>& vectors, const Extents& labels, int num_sites);

/// What a vector makes operands and results move at least, wherever the operands come from: what
/// replicating them and combining partial results costs. By this beams keep vectors.
class Unavoidable {
 public:
  Unavoidable(const tra::Node& node, const placement::PartitionVector& d);
  double bytes() const;
  /// With the work of the busiest site, by an objective that asks what moves rather than between
  /// which placements; by others as many as `bytes`.
  double price(const tra::Node& node, const placement::PartitionVector& d,
               const Objective& objective) const;

 private:
  struct Move {
    const tra::RelationType* type;
    double bytes;  ///< of a copy
    int copies;
    bool reduces;
  };
  void add(const tra::RelationType& type, std::int64_t elements, int parts, bool reduces);

  int working_;
  double touched_ = 0;  ///< by each site
  std::vector<Move> moves_;
};

/// Of an input's vectors, on more than 16 sites, those of all sites, with equal shares, if there
/// are such.
RELATILE_INLINE void keep_usual(const Extents& extents, int num_sites,
                                std::vector<placement::PartitionVector>& vectors);

/// On more than 16 sites the usual vectors are those of equal shares, of all sites or of a power of
/// two of them. Others are worth having where they would alone be cheaper than any usual one of all
/// sites: 50 sites of 53, which is prime, or uneven parts.
RELATILE_INLINE void keep_usual_and_cheaper(const tra::Node& node, int num_sites,
                                            const Objective& objective,
                                            std::vector<placement::PartitionVector>& vectors);

/// Keeps the cheapest of the others that are cheaper than what is kept for all sites.
RELATILE_INLINE void keep_cheaper(const tra::Node& node, int num_sites, const Objective& objective,
                                  const std::vector<placement::PartitionVector>& vectors,
                                  std::vector<bool>& kept);

/// On many sites: all vectors that cut one label only for all sites, the best one of every smaller
/// number of sites, and of the others those with the least unavoidable bytes. Fewer sites send less
/// but leave others idle: of half as many sites half as many vectors are kept.
RELATILE_INLINE void keep_beam(const tra::Node& node, int num_sites,
                               std::vector<placement::PartitionVector>& vectors);

}  // namespace detail

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/thinning.hpp"
#endif
