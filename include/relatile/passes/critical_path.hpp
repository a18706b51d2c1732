// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/cost/overlap.hpp"
#include "relatile/passes/sliced_steps.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::pass {

/// The order of steps that follows the critical path: of all that can begin, first what the longest
/// chain of steps waits for. So other kernels run while that chain's exchanges travel.
///
///   source  list scheduling by upward rank: H. Topcuoglu, S. Hariri and M.-Y. Wu, Performance-
///           effective and low-complexity task scheduling for heterogeneous computing, IEEE
///           Transactions on Parallel and Distributed Systems 13(3), 2002
class CriticalPath {
 public:
  /// The plan must not be in slices yet.
  CriticalPath(const plan::Plan& plan, const cost::Lanes& lanes);

  /// The plan in that order.
  plan::Plan plan() const;
  cost::Lanes lanes() const;

 private:
  std::size_t maker_of(int value) const {
    return static_cast<std::size_t>(nth(uses_.makers, value));
  }
  const std::vector<int>& readers_of(std::size_t s) const {
    return nth(uses_.steps, plan_.steps[s].output);
  }
  bool is_stored(std::size_t s) const { return plan_.steps[s].kind == plan::StepKind::stored; }
  bool travels(std::size_t s) const { return lanes_.travels[s] != 0; }
  double end(std::size_t s) const { return begin_[s] + lanes_.seconds[s]; }

  /// A step's rank: how long it takes from its begin until all that waits for it is done.
  void set_ranks();

  /// When every step begins if each lane takes, as soon as it is free, the step of highest rank
  /// among those that are ready first.
  void schedule();

  /// Kernels as they begin, and before each the exchanges that it waits for; before them, those
  /// that other exchanges wait for, when they should be done.
  void list();
  bool is_read_by_exchange(std::size_t s) const;
  void add(std::size_t s);

  /// True if an exchange should begin before the last kernel in front of it, and is not of what is
  /// stored: all of that would travel, and take memory, at once.
  bool is_early(std::size_t i) const;

  const plan::Plan& plan_;
  const cost::Lanes& lanes_;
  ValueUses uses_;
  std::vector<double> rank_;   ///< per step, seconds
  std::vector<double> begin_;  ///< per step, seconds
  std::vector<char> added_;    ///< per step
  std::vector<int> order_;
};

/// True if some exchange and some kernel do not wait for each other: else no order is better.
RELATILE_INLINE bool could_overlap(const plan::Plan& plan);

/// A plan is only put in another order if that saves more of its time than this.
inline constexpr double least_gain = 0.01;
/// A plan of more steps keeps its order: to find a better one takes time in the square of them.
inline constexpr std::size_t most_ordered_steps = 4096;

/// The plan with its steps in the order of the critical path, if that is faster. It must not be in
/// slices yet.
RELATILE_INLINE std::optional<plan::Plan> along_critical_path(const plan::Plan& plan,
                                                              const cost::Machine& machine);

/// True if a plan takes at most a quarter more memory than another one: what is done far ahead of
/// its use waits in memory.
RELATILE_INLINE bool takes_little_more_memory(const plan::Plan& plan, const plan::Plan& than);

/// True if it is also faster.
RELATILE_INLINE bool is_faster_in_little_more_memory(const plan::Plan& plan, const plan::Plan& than,
                                                     const cost::Machine& machine);

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/critical_path.hpp"
#endif
