// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/search/elimination.hpp"
#include "relatile/planner/search/pair_prices.hpp"
#include "relatile/planner/search/union_prices.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/planner/space/placement_ids.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// What reading an input costs each candidate of its only reader, and the state that makes it so.
struct CheapestReads {
  FactorGraph::Prices prices;
  std::vector<int> states;
};

/// Tables that problems of the same SharedSpaces share, and the rows that they are made of.
struct SharedFactorTables {
  using Prices = FactorGraph::Prices;
  using Pairs = std::shared_ptr<const PairPrices>;
  /// By a number that says which placement, and whether all of a value is there.
  using Rows = std::unordered_map<int, PairPrices::Row>;

  std::map<const void*, Prices> work;
  std::map<const void*, Prices> offer_of_input;
  std::map<std::pair<const void*, const void*>, Pairs> offer;
  /// The last part: the slot, and all others that read the same node, which change its prices.
  std::map<std::tuple<const void*, const void*, const void*, std::vector<int>>, Pairs> read;
  std::map<const void*, std::shared_ptr<const CheapestReads>> cheapest_read;

  PlacementIds placements;
  std::map<std::pair<const void*, int>, Rows> moves;  ///< to what a reader's slot may need
  std::map<const void*, Rows> copying;                ///< from each state of a node's space
  double moves_priced = 0;                            ///< into which most of the time goes

  /// Time in units of some 50 ns: pricing a move takes longer the more sites there are.
  double effort(int num_sites) const { return moves_priced * (16 + num_sites); }
};

/// The prices of a problem as tables over two variables: a node's candidate and a node's option.
/// Equal parts of a program (the layers of a network) share their tables.
class FactorTables {
 public:
  using Prices = FactorGraph::Prices;
  using Pairs = SharedFactorTables::Pairs;
  explicit FactorTables(const Problem& problem, std::shared_ptr<SharedFactorTables> shared =
                                                    std::make_shared<SharedFactorTables>())
      : problem_(problem), shared_(std::move(shared)) {}

  /// Per candidate of node `n`.
  const Prices& work(int n);

  /// Per option of an input.
  const Prices& offer_of_input(int n);
  /// Per option that node `n` offers, per candidate.
  const Pairs& offer(int n);

  /// Per option of the supplier of operand `slot` of node `n`, per candidate of `n`.
  const Pairs& read(int n, int slot);

  /// Per candidate of the only reader of node `u`, which follows it.
  std::shared_ptr<const CheapestReads> cheapest_read(int u);

  int num_candidates(int n) const {
    return static_cast<int>(problem_.member(n).space->candidates.size());
  }

 private:
  using Row = PairPrices::Row;
  /// With their ranges written down, while each is compared with all of others.
  using Shardings = std::vector<placement::Sharding>;
  static Shardings written_down(const Shardings& shardings) {
    Shardings written;
    for (const auto& sharding : shardings) written.push_back(sharding.written_down());
    return written;
  }
  bool is_pinned(int n) const {
    const Member& m = problem_.member(n);
    return m.role == Role::computed && !m.follows_candidate();
  }

  /// Where a value is; a second copy may have that part alone which several readers need.
  struct Copy {
    const placement::Sharding& place;
    bool is_whole;
  };
  /// Rows of prices from each copy of a value.
  struct CopyRows {
    std::vector<Row> states;
    std::vector<Row> copies;  ///< per replica, then per joint need
    /// From the cheaper of the copies that an option has.
    double least(const OutputLayouts& output_layouts, int option, int column) const;
  };

  /// Per copy in which node `n` may be offered, joint needs after replicas, what making it costs
  /// from each state.
  std::vector<Row> copying(int n);
  Row made_copying(int n, const Shardings& states, const placement::Sharding& replica) const;
  PairPrices offers(int n);
  PairPrices offers_of_pinned(int n);

  std::vector<Copy> states_of(int u) const;
  std::vector<Copy> replicas_of(int u) const;
  /// What bringing operand `slot` of node `n` from a copy to each of the placements costs that are
  /// needed.
  Row moves(int n, int slot, const Shardings& needs, const Copy& copy);
  Row made_moves(int n, int slot, const Shardings& needs, const Copy& copy) const;
  CopyRows moves_from_copies(int n, int slot);
  /// Per joint need that is offered of operand `slot`, what reading each of the placements that are
  /// needed costs there: nothing, or what cannot be.
  std::vector<Row> reads_of_joints(int n, int slot) const;
  /// The options of operand `slot` that are not all states with all replicas.
  PairPrices::MixedRows mixed_rows(int u) const;
  PairPrices reads(int n, int slot);
  /// Per candidate, what it pays for in a slot: what it needs there, and in later slots that may
  /// share an exchange; nothing, if an earlier slot pays for it.
  std::vector<SlotNeeds> paid_in(int n, int slot) const;
  /// Of a node that is read in several slots.
  PairPrices reads_of_several(int n, int slot, const std::vector<SlotNeeds>& paid);
  PairPrices shared_reads(int n, int slot, const std::vector<SlotNeeds>& paid,
                          PairPrices::Classes classes);

  const Problem& problem_;
  std::shared_ptr<SharedFactorTables> shared_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/factor_tables.hpp"
#endif
