// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "relatile/planner/emit.hpp"
#include "relatile/planner/memory_error.hpp"
#include "relatile/planner/memory_objective.hpp"
#include "relatile/planner/plan_shrinker.hpp"

namespace relatile::planner {

/// A planner: what it chooses for a problem.
using Choose = std::function<Choice(const Problem&)>;

/// A choice, and the plan by which it keeps within a cap.
struct FittedPlan {
  Choice choice;
  plan::Plan plan;
};

/// Finds the cheapest plan that keeps within a cap: the planner's own choice, that choice with its
/// steps in another order or in slices, or what the planner chooses when memory costs something.
///
/// All that is tried depends on the problem, not on the cap, which only says where to stop. So the
/// least peak that was met is the smallest cap that would do.
class WithinMemory {
 public:
  WithinMemory(const Problem& problem, const Choose& choose,
               const std::vector<tra::NodePtr>& results, std::int64_t message_limit,
               std::int64_t cap, plan::Hosts hosts, std::optional<MeasuredPlan> tried)
      : problem_(problem),
        choose_(choose),
        results_(results),
        message_limit_(message_limit),
        cap_(cap),
        hosts_(std::move(hosts)),
        least_(std::move(tried)) {}

  /// Throws OutOfMemory if no plan that was tried fits.
  FittedPlan run(const Choice& first) {
    consider(first);
    // Where slicing costs nothing, nothing is cheaper than the cheapest choice in slices.
    if (!best_ || best_->plan.price > first.price.cost) consider_others(first);
    if (!best_) throw_out_of_memory(least_->plan, least_->peak, cap_);
    FittedPlan fitted{std::move(best_choice_), std::move(best_->plan)};
    fitted.plan.peak_memory = Bytes{best_->peak.peak.total()};
    fitted.plan.optimal = first.optimal && fitted.plan.price <= first.price.cost;
    fitted.plan.lower_bound = first.lower_bound;
    fitted.choice.optimal = fitted.plan.optimal;
    fitted.choice.price.cost = fitted.plan.price;
    return fitted;
  }

 private:
  /// What a byte costs, in shares of what the whole choice costs per byte it needs: from next to
  /// nothing to more than all else.
  static constexpr std::array prices_of_byte{0.02, 0.1, 0.5, 2.0, 10.0, 1e3, 1e6};

  void consider_others(const Choice& first) {
    const double unit = (first.price.cost > 0 ? first.price.cost : 1.0) / (first_peak_ + 1);
    std::vector<Choice> known{first};
    for (const double share : prices_of_byte) {
      const MemoryObjective objective(problem_.objective(), share * unit);
      Choice choice = choose_(Problem(problem_, objective));
      choice.price = problem_.price(choice);
      bool is_new = true;
      for (const Choice& other : known) {
        is_new = is_new && !(other.candidate == choice.candidate && other.option == choice.option);
      }
      if (!is_new) continue;
      if (!best_ || choice.price.cost < best_->plan.price) consider(choice);
      known.push_back(std::move(choice));
    }
  }

  /// Shrinks the plan of a choice until it fits, or can't be shrunk.
  void consider(const Choice& choice) {
    plan::Plan whole = Emitter(problem_, choice, message_limit_).emit(results_);
    whole.hosts = hosts_;
    whole.overlaps = false;  // two slices at once take more than one
    PlanShrinker shrinker(std::move(whole), problem_.objective(), message_limit_);
    if (first_peak_ == 0) first_peak_ = static_cast<double>(shrinker.now().peak.peak.total());
    while (shrinker.now().peak.peak.total() > cap_) {
      if (!shrinker.shrink()) break;
    }
    const MeasuredPlan& now = shrinker.now();
    const std::int64_t peak = now.peak.peak.total();
    if (peak > cap_) {
      if (!least_ || peak < least_->peak.peak.total()) least_ = std::move(shrinker).take();
    } else if (!best_ || now.plan.price < best_->plan.price) {
      best_ = std::move(shrinker).take();
      best_choice_ = choice;
    }
  }

  const Problem& problem_;
  const Choose& choose_;
  const std::vector<tra::NodePtr>& results_;
  std::int64_t message_limit_;
  std::int64_t cap_;
  plan::Hosts hosts_;
  double first_peak_ = 0;              ///< of the first choice, as it is
  std::optional<MeasuredPlan> best_;   ///< the cheapest that fits
  Choice best_choice_;                 ///< what it executes
  std::optional<MeasuredPlan> least_;  ///< the smallest that does not
};

/// A plan by the planner that keeps within `cap` bytes of memory a site, counted as cost::SitePeak
/// says. `first` is what it chooses without a cap, `tried` a plan that does not fit, if there is
/// one.
///
///   errors  OutOfMemory if no such plan is found: before anything is allocated or sent
inline FittedPlan plan_within_memory(const Problem& problem, const Choice& first,
                                     const Choose& choose, const std::vector<tra::NodePtr>& results,
                                     std::int64_t message_limit, std::int64_t cap,
                                     plan::Hosts hosts = {},
                                     std::optional<MeasuredPlan> tried = {}) {
  return WithinMemory(problem, choose, results, message_limit, cap, std::move(hosts),
                      std::move(tried))
      .run(first);
}

}  // namespace relatile::planner
