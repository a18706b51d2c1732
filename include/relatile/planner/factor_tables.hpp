// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/elimination.hpp"
#include "relatile/planner/objective.hpp"
#include "relatile/planner/problem.hpp"

namespace relatile::planner {

/// What reading an input costs each candidate of its only reader, and the state that makes it so.
struct CheapestReads {
  FactorGraph::Prices prices;
  std::vector<int> states;
};

/// Tables that problems of the same SharedSpaces share.
struct SharedFactorTables {
  using Prices = FactorGraph::Prices;
  std::map<const void*, Prices> work;
  std::map<std::pair<const void*, const void*>, Prices> offer;
  /// The last part: the slot, and all others that read the same node, which change its prices.
  std::map<std::tuple<const void*, const void*, const void*, std::vector<int>>, Prices> read;
  std::map<const void*, std::shared_ptr<const CheapestReads>> cheapest_read;
  double moves_priced = 0;  ///< into which most of the time goes

  /// Time in units of some 50 ns: pricing a move takes longer the more sites there are.
  double effort(int num_sites) const { return moves_priced * (16 + num_sites); }
};

/// The prices of a problem as tables over two variables: a node's candidate and a node's option.
/// Equal parts of a program (the layers of a network) share their tables.
class FactorTables {
 public:
  using Prices = FactorGraph::Prices;
  explicit FactorTables(const Problem& problem, std::shared_ptr<SharedFactorTables> shared =
                                                    std::make_shared<SharedFactorTables>())
      : problem_(problem), shared_(std::move(shared)) {}

  /// Per candidate of node `n`.
  const Prices& work(int n);

  /// Per candidate of node `n`, per option it offers.
  const Prices& offer(int n);

  /// Per option of the supplier of operand `slot` of node `n`, per candidate of `n`.
  const Prices& read(int n, int slot);

  /// Per candidate of the only reader of node `u`, which follows it.
  std::shared_ptr<const CheapestReads> cheapest_read(int u);

  int num_candidates(int n) const {
    return static_cast<int>(problem_.member(n).space->candidates.size());
  }

 private:
  std::vector<Price> offers(int n) const;

  std::vector<Price> reads(int n, int slot, int u) const;

  /// Prices of one read or of several, from each copy of a value.
  struct CopyPrices {
    std::vector<std::vector<double>> states;    ///< per state, per column
    std::vector<std::vector<double>> replicas;  ///< per replica, per column

    /// From the cheaper of the copies that an option has.
    double least(const OutputLayouts& output_layouts, int option, int column) const;
  };
  /// Where a value is; a second copy may have that part alone which several readers need.
  struct Copy {
    const placement::Sharding& place;
    bool is_whole;
  };
  CopyPrices prices_from_copies(int u,
                                const std::function<std::vector<double>(const Copy&)>& from) const;
  /// What bringing node `u` from a copy to each of several placements costs.
  std::vector<double> move_prices(int u, const Copy& copy,
                                  const std::vector<placement::Sharding>& needs) const;

  /// Slots that candidates read by one exchange with an earlier one.
  struct Twins {
    std::vector<int> slot;            ///< per candidate, -1: none
    std::map<int, CopyPrices> apart;  ///< per such slot: reading it by an exchange of its own
    CopyPrices joined;                ///< per candidate: both by one exchange
  };
  Twins twins_of(int n, int slot, int u) const;

  const Problem& problem_;
  std::shared_ptr<SharedFactorTables> shared_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/factor_tables.hpp"
#endif
