// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "relatile/cost/overlap.hpp"
#include "relatile/cost/peak_memory.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/sliced_steps.hpp"
#include "relatile/planner/step_order.hpp"

namespace relatile::planner {

/// The order of steps that follows the critical path: of all that can begin, first what the longest
/// chain of steps waits for. So other kernels run while that chain's exchanges travel.
///
///   source  list scheduling by upward rank: H. Topcuoglu, S. Hariri and M.-Y. Wu, Performance-
///           effective and low-complexity task scheduling for heterogeneous computing, IEEE
///           Transactions on Parallel and Distributed Systems 13(3), 2002
class CriticalPath {
 public:
  /// The plan must not be in slices yet.
  CriticalPath(const plan::Plan& plan, const cost::Lanes& lanes)
      : plan_(plan),
        lanes_(lanes),
        uses_(plan),
        rank_(plan.steps.size(), 0),
        begin_(plan.steps.size(), 0),
        added_(plan.steps.size(), 0) {
    set_ranks();
    schedule();
    list();
  }

  /// The plan in that order.
  plan::Plan plan() const {
    plan::Plan result = reordered(plan_, order_);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      result.steps[i].early = is_early(i);
    }
    return result;
  }
  cost::Lanes lanes() const {
    cost::Lanes lanes;
    for (const int s : order_) {
      lanes.seconds.push_back(lanes_.seconds[static_cast<std::size_t>(s)]);
      lanes.travels.push_back(lanes_.travels[static_cast<std::size_t>(s)]);
    }
    return lanes;
  }

 private:
  std::size_t maker_of(int value) const {
    return static_cast<std::size_t>(uses_.makers[static_cast<std::size_t>(value)]);
  }
  const std::vector<int>& readers_of(std::size_t s) const {
    return uses_.steps[static_cast<std::size_t>(plan_.steps[s].output)];
  }
  bool is_stored(std::size_t s) const { return plan_.steps[s].kind == plan::StepKind::stored; }
  bool travels(std::size_t s) const { return lanes_.travels[s] != 0; }
  double end(std::size_t s) const { return begin_[s] + lanes_.seconds[s]; }

  /// A step's rank: how long it takes from its begin until all that waits for it is done.
  void set_ranks() {
    for (std::size_t s = plan_.steps.size(); s-- > 0;) {
      for (const int reader : readers_of(s)) {
        rank_[s] = std::max(rank_[s], rank_[static_cast<std::size_t>(reader)]);
      }
      rank_[s] += lanes_.seconds[s];
    }
  }

  /// When every step begins if each lane takes, as soon as it is free, the step of highest rank
  /// among those that are ready first.
  void schedule() {
    std::vector<std::size_t> waits_for(plan_.steps.size());
    std::vector<double> ready_at(plan_.steps.size(), 0);
    std::set<std::size_t> ready;
    const auto finish = [&](std::size_t s) {
      for (const int r : readers_of(s)) {
        const auto reader = static_cast<std::size_t>(r);
        ready_at[reader] = std::max(ready_at[reader], end(s));
        if (--waits_for[reader] == 0) ready.insert(reader);
      }
    };
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      waits_for[s] = plan_.steps[s].inputs.size();
      if (waits_for[s] == 0 && !is_stored(s)) ready.insert(s);
    }
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      if (is_stored(s)) finish(s);
    }
    double free[2] = {0, 0};  // kernels, messages
    while (!ready.empty()) {
      const auto earliest = [&](std::size_t s) { return std::max(ready_at[s], free[travels(s)]); };
      const std::size_t next =
          *std::min_element(ready.begin(), ready.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(earliest(a), -rank_[a]) < std::pair(earliest(b), -rank_[b]);
          });
      ready.erase(next);
      begin_[next] = earliest(next);
      free[travels(next)] = end(next);
      finish(next);
    }
  }

  /// Kernels as they begin, and before each the exchanges that it waits for; before them, those
  /// that other exchanges wait for, when they should be done.
  void list() {
    std::vector<std::size_t> kernels;
    std::vector<std::size_t> exchanges;
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      if (is_stored(s))
        add(s);
      else
        (travels(s) ? exchanges : kernels).push_back(s);
    }
    std::stable_sort(kernels.begin(), kernels.end(),
                     [&](std::size_t a, std::size_t b) { return begin_[a] < begin_[b]; });
    std::stable_sort(exchanges.begin(), exchanges.end(),
                     [&](std::size_t a, std::size_t b) { return end(a) < end(b); });
    for (const std::size_t kernel : kernels) {
      for (const std::size_t s : exchanges) {
        if (end(s) <= begin_[kernel] && is_read_by_exchange(s)) add(s);
      }
      add(kernel);
    }
    for (const std::size_t s : exchanges) add(s);
  }
  bool is_read_by_exchange(std::size_t s) const {
    const std::vector<int>& readers = readers_of(s);
    return std::any_of(readers.begin(), readers.end(),
                       [&](int reader) { return travels(static_cast<std::size_t>(reader)); });
  }
  void add(std::size_t s) {
    if (added_[s]) return;
    added_[s] = 1;
    for (int input : plan_.steps[s].inputs) add(maker_of(input));
    order_.push_back(static_cast<int>(s));
  }

  /// True if an exchange should begin before the last kernel in front of it, and is not of what is
  /// stored: all of that would travel, and take memory, at once.
  bool is_early(std::size_t i) const {
    const auto s = static_cast<std::size_t>(order_[i]);
    if (!travels(s) || is_stored(maker_of(plan_.steps[s].inputs[0]))) return false;
    while (i-- > 0) {
      const auto before = static_cast<std::size_t>(order_[i]);
      if (plan_.steps[before].kind == plan::StepKind::local) return begin_[s] < begin_[before];
    }
    return false;
  }

  const plan::Plan& plan_;
  const cost::Lanes& lanes_;
  ValueUses uses_;
  std::vector<double> rank_;   ///< per step, seconds
  std::vector<double> begin_;  ///< per step, seconds
  std::vector<char> added_;    ///< per step
  std::vector<int> order_;
};

/// True if some exchange and some kernel do not wait for each other: else no order is better.
inline bool could_overlap(const plan::Plan& plan) {
  const std::size_t count = plan.steps.size();
  std::vector<std::vector<bool>> waits_for(plan.values.size(), std::vector<bool>(count));
  std::vector<std::size_t> kernels;
  std::vector<std::size_t> exchanges;
  for (std::size_t s = 0; s < count; ++s) {
    const plan::Step& step = plan.steps[s];
    std::vector<bool>& all = waits_for[static_cast<std::size_t>(step.output)];
    for (const int input : step.inputs) {
      const std::vector<bool>& before = waits_for[static_cast<std::size_t>(input)];
      for (std::size_t other = 0; other < s; ++other) all[other] = all[other] || before[other];
    }
    all[s] = true;
    if (step.kind == plan::StepKind::local) kernels.push_back(s);
    if (step.kind == plan::StepKind::exchange) exchanges.push_back(s);
  }
  const auto waits = [&](std::size_t s, std::size_t other) -> bool {
    return waits_for[static_cast<std::size_t>(plan.steps[s].output)][other];
  };
  return std::any_of(exchanges.begin(), exchanges.end(), [&](std::size_t exchange) {
    return std::any_of(kernels.begin(), kernels.end(), [&](std::size_t kernel) {
      return !waits(exchange, kernel) && !waits(kernel, exchange);
    });
  });
}

/// A plan is only put in another order if that saves more of its time than this.
inline constexpr double least_gain = 0.01;
/// A plan of more steps keeps its order: to find a better one takes time in the square of them.
inline constexpr std::size_t most_ordered_steps = 4096;

/// The plan with its steps in the order of the critical path, if that is faster. It must not be in
/// slices yet.
inline std::optional<plan::Plan> along_critical_path(const plan::Plan& plan,
                                                     const cost::Machine& machine) {
  if (plan.num_sites == 1 || plan.steps.size() > most_ordered_steps) return std::nullopt;
  if (!could_overlap(plan)) return std::nullopt;
  const cost::Lanes lanes = cost::lanes_of(machine, plan);
  const CriticalPath path(plan, lanes);
  plan::Plan other = path.plan();
  const double before = cost::overlapped_seconds(plan, lanes);
  const double after = cost::overlapped_seconds(other, path.lanes());
  if (after > (1 - least_gain) * before) return std::nullopt;
  return other;
}

/// True if one of two plans is faster than the other and takes at most a quarter more memory: what
/// is done far ahead of its use waits in memory.
inline bool is_faster_in_little_more_memory(const plan::Plan& plan, const plan::Plan& than,
                                            const cost::Machine& machine) {
  const auto seconds = [&](const plan::Plan& of) {
    return cost::overlapped_seconds(of, cost::lanes_of(machine, of));
  };
  const auto peak = [](const plan::Plan& of) { return cost::plan_peak(of).peak.total(); };
  return seconds(plan) < (1 - least_gain) * seconds(than) && peak(plan) <= peak(than) * 5 / 4;
}

}  // namespace relatile::planner
