// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/papers/nums22/block_grids.hpp"
#include "relatile/papers/nums22/site_loads.hpp"
#include "relatile/papers/planning.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/search/nearest.hpp"

namespace relatile::papers {

/// Load-simulated hierarchical scheduling: of the operators whose operands are there, one is drawn,
/// and executed as leaves the fullest, the most receiving and the most sending site together with
/// least. Inputs are in the automatic grid.
///
///   source  [nums22] sections 4 and 5, Algorithm 1. There an operator is a graph of operators on
///           blocks, each of which is drawn and placed; here the sites of all its blocks are
///           decided at once, and labels are cut no finer than the blocks of the operands.
class Lshs {
 public:
  Lshs(const Problem& problem, std::uint64_t seed);

  const PartialAssignment& decided() const { return decided_; }
  /// The load that was simulated on every site.
  const SiteLoads& loads() const { return loads_; }

 private:
  /// A node whose operands are all there: inputs and renamed blocks are there, too, at once.
  void reach(int n, std::vector<int>& frontier);
  void announce(int n, std::vector<int>& frontier);

  /// The candidates that cut no blocks, as far as there are such; of results, those that leave
  /// them in the hierarchical layout.
  std::vector<int> placement_options(int n, const PartitionVector& blocks) const;

  void schedule(int n);

  /// The transition: every site's load once node `n` is executed by candidate `c`.
  SiteLoads after(int n, int c);

  /// Reading an operand from whichever of its places has most of it where it is needed.
  const SiteLoads& read_loads(int n, int slot, int c);

  const Problem& problem_;
  PartialAssignment decided_;
  SiteLoads loads_;
  std::vector<PartitionVector> grids_;                    ///< per node, the blocks of its value
  std::vector<std::vector<placement::Sharding>> places_;  ///< per node, where it is by now
  std::vector<int> missing_;                              ///< per node, operands still to come
  std::map<std::pair<int, int>, SiteLoads> reads_;        ///< of the node at hand: slot, need
};

/// NumS's scheduler on its automatic grid.
///
///   `seed`  of the order in which operators are drawn
inline Assignment plan_lshs(const Problem& problem, std::uint64_t seed) {
  return complete(problem, Lshs(problem, seed).decided(), "lshs");
}
inline Assignment plan_lshs(const Problem& problem) { return plan_lshs(problem, 1); }

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/nums22/impl/planner.hpp"
#endif
