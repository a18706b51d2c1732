// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/parts_together.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// One of the placements in which a slot may read its operand.
struct SlotNeed {
  int slot = 0;
  int need = 0;  ///< among those of the slot
  friend auto operator<=>(const SlotNeed&, const SlotNeed&) = default;
};
/// Those of slots that read one value, each placement once.
using SlotNeeds = std::vector<SlotNeed>;

/// What one exchange costs that brings all that some slots of one operator need of a value, from
/// each state and each second copy of it. Every price is found when it is first asked for.
class UnionPrices {
 public:
  /// Of the value that node `n` reads in `slot`.
  UnionPrices(const Problem& problem, int n, int slot);

  /// From the cheaper of the copies that an option has; a copy that lacks some of the value is
  /// none.
  double least(int option, const SlotNeeds& missing) {
    return least(option, missing, row(missing));
  }

  /// The same for needs that are asked for again and again: `row` is where their prices are.
  using Row = std::vector<double>;  ///< per state, then per replica; -1 where it is not known yet
  Row& row(const SlotNeeds& missing) {
    return rows_.try_emplace(missing, states_.size() + replicas_.size(), -1).first->second;
  }
  double least(int option, const SlotNeeds& missing, Row& row);

  /// How many moves were priced, those of one exchange each by itself.
  double num_priced() const { return num_priced_; }

 private:
  double from(const placement::Sharding& copy, const SlotNeeds& missing);
  const cost::PartsTogether& together(const SlotNeeds& missing);

  /// Of so many needs what sites want is kept: copies are asked for one after another, and lack
  /// few different sets of what a candidate needs.
  static constexpr std::size_t most_kept = 16;

  const Problem& problem_;
  int n_;
  int operand_;
  std::vector<placement::Sharding> replicas_;  ///< with their ranges written down, as states
  std::vector<placement::Sharding> states_;
  std::map<SlotNeeds, Row> rows_;
  std::map<SlotNeeds, cost::PartsTogether> together_;
  double num_priced_ = 0;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/union_prices.hpp"
#endif
