// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/rules/cheapest_order.hpp"
#include "relatile/rules/contraction_labels.hpp"
#include "relatile/rules/contraction_order.hpp"
#include "relatile/rules/split_contraction.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// The most operations that are worth trying where `fewest` are enough. An infinite slack allows
/// any number, also beside none: einsums of empty arrays take no operations at all.
inline double most_flops(double slack, double fewest) {
  return std::isinf(slack) ? slack : slack * fewest;
}

/// An order of one einsum of many operands, chosen with the layouts of its intermediates: dynamic
/// programming over subsets of the operands, with where the subset's result is stored as state.
///
/// A heuristic: operands that are still to be computed are taken to be wherever they are needed,
/// and every subset tries few splits and remembers few layouts.
class LayoutOrder {
 public:
  /// Splits of a subset that are tried, those of the fewest operations; layouts of its result that
  /// are remembered.
  static constexpr std::size_t most_splits = 4;
  static constexpr std::size_t most_states = 16;
  struct Limits {
    double slack;       ///< splits of more than this many times the fewest operations are not tried
    double most_moves;  ///< after so many moves were priced, one split of each subset is enough
  };

  LayoutOrder(const rules::SplitContraction& split, const tra::Node& node, Limits limits,
              int num_sites, const Objective& objective, std::shared_ptr<SharedSpaces> spaces);

  double moves_priced() const { return moves_priced_; }

  rules::ContractionOrder best();

 private:
  using Subset = rules::SubsetTrees::Subset;

  /// One way to have the result of a subset: where it is then, the price, and which states of its
  /// halves it starts from.
  struct State {
    placement::Sharding stored;
    Price price;
    Subset left = 0;
    int left_state = 0;
    int right_state = 0;
  };
  struct Solved {
    rules::SplitContraction::Term term;  ///< what stands for the result in further steps
    std::vector<State> states;           ///< cheapest first; none: it is wherever it is needed
  };

  bool spent() const { return moves_priced_ > limits_.most_moves; }

  const Solved& solve(Subset set);

  Solved operand(std::size_t x) const;

  static std::vector<int> ordered(rules::LabelSet set);

  /// An input in place of what a subset computes.
  rules::SplitContraction::Term stand_in(rules::LabelSet set, ElementType element) const;

  std::vector<Subset> splits(Subset set) const;

  /// The cheapest way to read a half in each placement that the step may need it in.
  struct Read {
    Price price;
    int state = 0;
  };
  std::vector<Read> reads(const Problem& step, int n, std::size_t slot, const Solved& half);

  void add_states(Solved& solved, Subset set, Subset left);

  static void keep(Solved& solved, State state);

  void descend(Subset set, const State& state, std::unordered_map<Subset, Subset>& left_of);

  const rules::SplitContraction& split_;
  const tra::Node& node_;
  rules::SubsetTrees trees_;
  Limits limits_;
  int num_sites_;
  const Objective& objective_;
  std::shared_ptr<SharedSpaces> spaces_;
  double moves_priced_ = 0;
  std::unordered_map<Subset, std::unique_ptr<Solved>> solved_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/layout_order.hpp"
#endif
