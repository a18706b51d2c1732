// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/problem.hpp"

namespace relatile::planner {

/// The search minimises a sum, but a plan's exchanges travel while its kernels run: of two plans
/// the dearer by the sum may be the faster one. So where kernels alone would take clearly less time
/// than the plan that the search chose, others are chosen as if moves cost but a share of their
/// price, and the one that is fastest as it will run is taken.
class OverlapChoice {
 public:
  /// The plan that executes a choice, after all passes.
  using Make = std::function<plan::Plan(const Assignment&)>;

  /// Plans of more than `memory_per_rank` bytes are not taken, but for 0.
  OverlapChoice(const Problem& problem, const cost::Machine& machine, std::int64_t memory_per_rank)
      : problem_(problem), machine_(machine), memory_per_rank_(memory_per_rank) {}

  /// `plan`, which executes `first`, or a faster one. One that is not the cheapest by the sum is
  /// not called optimal.
  ///
  ///   complexity  of two more searches, where there may be something to gain
  plan::Plan fastest(const Assignment& first, plan::Plan plan, const Choose& choose,
                     const Make& make) const;

 private:
  static constexpr std::array shares_of_moves{0.3, 0.05};
  /// What must be gained: a share of the time, and for every operator about as many seconds as it
  /// takes to look for it.
  static constexpr double least_gain = 0.01;
  static constexpr double seconds_of_search = 0.5e-3;
  /// To make and to time plans of more operators takes longer than it could save.
  static constexpr int most_operators = 256;

  /// The time of all kernels, one after the other, each in its fastest layout: about what is left
  /// where all moves are hidden.
  double seconds_of_kernels() const;
  bool is_small_enough() const;
  bool may_gain(double seconds) const;
  bool fits(const plan::Plan& plan) const;

  const Problem& problem_;
  const cost::Machine& machine_;
  std::int64_t memory_per_rank_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/overlap_choice.hpp"
#endif
