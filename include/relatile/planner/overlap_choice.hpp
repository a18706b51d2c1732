// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/chosen_plan.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// The search minimises a sum, but a plan's exchanges travel while its kernels run: of two plans
/// the dearer by the sum may be the faster one. So where kernels alone would take clearly less time
/// than the plan that the search chose, or may do so in panels that stay in cache, which depend on
/// all of a plan too, others are chosen, and the one that is fastest as it will run is taken: as if
/// moves cost but a share of their price, and with the operators that take longest cut into other
/// parts.
class OverlapChoice {
 public:
  /// The plan that executes a choice, after all passes.
  using Make = std::function<plan::Plan(const Assignment&)>;

  /// Plans of more than `memory_per_rank` bytes are not taken, but for 0.
  OverlapChoice(const Problem& problem, const cost::Machine& machine, std::int64_t memory_per_rank,
                Choose choose, Make make)
      : problem_(problem),
        machine_(machine),
        memory_per_rank_(memory_per_rank),
        choose_(std::move(choose)),
        make_(std::move(make)) {}

  /// `plan`, which executes `first`, or a faster one, and its choice. One that is not the cheapest
  /// by the sum is not called optimal.
  ///
  ///   complexity  of at most `most_searches` more, where there may be something to gain; of fewer
  ///               where each takes long
  ChosenPlan fastest(const Assignment& first, plan::Plan plan) const;

 private:
  static constexpr std::array shares_of_moves{0.3, 0.05};
  static constexpr int most_searches = 24;
  /// What must be there to gain: a share of the time, and so many seconds for every operator, which
  /// is what a few searches take at least.
  static constexpr double least_gain = 0.01;
  static constexpr double least_gain_of_operator = 0.4e-3;
  /// All searches together take at most so many times what there is to gain: programs run more than
  /// once, but not a thousand times.
  static constexpr double most_runs = 8;
  /// To make and to time plans of more operators takes longer than it could save.
  static constexpr int most_operators = 256;

  /// The fastest so far.
  struct Best {
    plan::Plan plan;
    double seconds = 0;
    double seconds_of_kernels = 0;  ///< alone, each in its fastest layout, in cache if it may be
    double seconds_of_search = 0;   ///< about, of each
    int searches = 0;
    std::vector<Assignment> tried;
    std::size_t chosen = 0;  ///< of these, what the plan executes
  };
  /// Operators of one search space, which are all cut alike.
  struct Alike {
    std::vector<int> members;
    double seconds = 0;  ///< of their kernels, each in its fastest layout
  };
  struct Cut {
    placement::PartitionVector parts;
    double seconds = 0;  ///< of the kernel, in the fastest layout of these parts
  };

  bool is_small_enough() const;
  /// If a byte has so much of its price.
  double seconds_of_kernel(const Member& member, const Candidate& candidate,
                           double price_of_byte = 1) const;
  /// In its fastest layout.
  double seconds_of_kernel(int n, double price_of_byte = 1) const;
  /// The time of all kernels, one after the other, each in its fastest layout: about what is left
  /// where all moves are hidden.
  double seconds_of_kernels(double price_of_byte) const;
  /// Whether there are results so large that steps between them may run in panels.
  bool may_have_panels() const;
  /// Whether another plan may be faster by more than it takes to find it; `longer` is what its
  /// kernels take at least beyond those of the fastest layouts.
  bool may_gain(const Best& best, double longer = 0) const;
  bool fits(const plan::Plan& plan) const;
  /// The objective's choice becomes the best one if it is faster; true if so.
  bool take_if_faster(Best& best, const Objective& objective) const;
  void try_other_cuts(Best& best) const;
  /// Those that take longest first, of operators that read several values.
  std::vector<Alike> longest_operators() const;
  std::vector<Cut> cuts_of(int n) const;

  const Problem& problem_;
  const cost::Machine& machine_;
  std::int64_t memory_per_rank_;
  Choose choose_;
  Make make_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/overlap_choice.hpp"
#endif
