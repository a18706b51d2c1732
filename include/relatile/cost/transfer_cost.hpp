// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <span>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/cost/aligned.hpp"
#include "relatile/cost/parts_together.hpp"
#include "relatile/cost/site_sums.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::cost {

/// What a move between two placements costs, without the list of its transfers.
struct TransferCost {
  std::int64_t bytes = 0;    ///< over all sites; equals the exchange that strategy/ builds
  std::int64_t busiest = 0;  ///< of the site that receives, or on average sends, most
  int senders = 0;           ///< sites that hold some of what others may need
  int receivers = 0;         ///< sites that have something afterwards
  int partners = 0;          ///< from how many sites one receives, or on average sends to, at most
  plan::Pattern pattern = plan::Pattern::all_to_all;  ///< what it will most likely run as

  bool moves() const { return bytes > 0; }
};

/// Prices moves of one relation: every site receives what it needs and does not hold.
class TransferCosts {
 public:
  explicit TransferCosts(const tra::RelationType& type);

  std::int64_t bytes(const Box& box) const {
    return unit_ >= 0 ? box.count() * unit_ : type_.bytes_in(box).value;
  }

  /// What sites need and do not hold (strategy::redistribute).
  TransferCost move(const placement::Sharding& have, const placement::Sharding& need) const;
  TransferCost move(const placement::Placement& have, const placement::Placement& need) const;

  /// One exchange after which every site has what any of two placements or more gives it, none of
  /// which is irregular; every element takes equally many bytes.
  TransferCost move_all(const placement::Sharding& have,
                        std::span<const placement::Sharding* const> parts) const;
  /// The same of what is brought from several placements, one of which may be the cheapest.
  TransferCost move_all(const placement::Sharding& have, const PartsTogether& together) const;
  /// Whether that is priced: where sites hold many boxes, as of a block-cyclic matrix, it would
  /// take long.
  bool joins_from(const placement::Sharding& have) const;

  /// Contributions from every site that holds some, brought together where `target` says
  /// (strategy::reduce), in stages; `target` places everything once.
  TransferCost reduce(placement::Sharding partial, const placement::Sharding& target) const;
  TransferCost reduce(const placement::Placement& partial,
                      const placement::Placement& target) const;

 private:
  /// One stage, or all in one.
  TransferCost reduce_at_once(const placement::Sharding& partial,
                              const placement::Sharding& target) const;
  static std::int64_t per(std::int64_t bytes, int sites) {
    return sites > 0 ? (bytes + sites - 1) / sites : 0;
  }
  /// A stage after others.
  static void append(TransferCost& all, const TransferCost& stage);
  static TransferCost reduction(std::int64_t bytes, int senders, int receivers) {
    return {bytes, std::max(per(bytes, senders), per(bytes, receivers)), senders, receivers,
            std::max({senders, receivers, 2}) - 1};
  }
  /// Of a move in which every receiver needs `parts` that lie on as many sites, of which `meeting`
  /// receivers have one themselves.
  static int partners(std::int64_t parts, const TransferCost& move, int meeting);
  TransferCost aligned_move(const AlignedOverlap& overlap) const;

  static bool is_everything(const placement::Sharding& need) {
    return !need.irregular && std::all_of(need.dims.begin(), need.dims.end(),
                                          [](const auto& dim) { return dim.axes.empty(); });
  }
  /// About how many of the parts that sites have one needs, by what the fullest sites have and
  /// need.
  static std::int64_t parts_met(const placement::Sharding& have, const Box& need);
  /// The same of several placements, which arrive as one where they are hardly less than the box
  /// around them, as shifts of a slice.
  static std::int64_t parts_met_together(const placement::Sharding& have,
                                         std::span<const placement::Sharding* const> parts);

  /// Sites hold so many boxes of a value, on average, from which one exchange is priced.
  static constexpr std::int64_t most_boxes_joined = 4;

  /// Up to so many sites a move is priced site by site where no formula says what it costs.
  static constexpr int few_sites = 16;

  static SiteSums sums_of(const placement::Sharding& have, const placement::Sharding& need);

  /// A move by its sums, in which every receiver needs `parts` of other sites' parts.
  TransferCost move_of(const SiteSums& sums, std::int64_t parts) const;

  /// One box a site on either side.
  TransferCost regular_move(const placement::Sharding& have, const placement::Sharding& need) const;
  TransferCost regular_reduction(const placement::Sharding& partial,
                                 const placement::Sharding& target) const;

  const tra::RelationType& type_;
  std::int64_t unit_ = -1;
};

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/transfer_cost.hpp"
#endif
