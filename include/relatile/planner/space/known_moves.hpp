// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/cost/transfer_cost.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::planner {

/// What moves between placements send, each looked at once: in large programs the same few hundred
/// placements are weighed against each other for thousands of values. Placements are known by the
/// address of their ranges, which equal ones share (`AlikeSpaces`). What is sent is the same to all
/// objectives.
class KnownMoves {
 public:
  KnownMoves() = default;
  KnownMoves(const KnownMoves&) = delete;
  KnownMoves& operator=(const KnownMoves&) = delete;

  /// Of an array. Nothing is remembered on more than `most_sites_written_down` sites, where
  /// placements have no ranges to share.
  cost::TransferCost of(const tra::RelationType& type, const placement::Sharding& have,
                        const placement::Sharding& need);

 private:
  using Ranges = std::shared_ptr<const std::vector<Range>>;
  using Addresses = std::pair<const void*, const void*>;
  struct Hash {
    std::size_t operator()(const Addresses& pair) const {
      const auto of = std::hash<const void*>();
      return (of(pair.first) >> 4U) * 0x9e3779b97f4a7c15U ^ of(pair.second);
    }
  };
  using Moves = std::unordered_map<Addresses, cost::TransferCost, Hash>;

  Moves& moves_of(const tra::RelationType& type);

  std::map<std::pair<std::int64_t, Extents>, Moves> moves_;  ///< by size of elements, and extents
  std::pair<std::int64_t, Extents> last_{};                  ///< what was asked for last, and
  Moves* moves_of_last_ = nullptr;                           ///< where that is
  std::unordered_set<Ranges> kept_;  ///< so that no others come to be at their addresses
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/known_moves.hpp"
#endif
