// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::plan {

/// A node that is executed in more slices than that is shown as one step, with the sums of all.
inline constexpr std::size_t most_slices_shown = 8;

/// The index of a slice that stands for all of them.
inline constexpr int all_slices = -1;

/// A plan and its figures as a reader wants to see them: slices that are too many to be read are
/// one step.
class Folded {
 public:
  Folded(const Plan& plan, Figures figures) : whole_(&plan), figures_(figures) {
    find_entries();
    if (entries_.size() == plan.steps.size()) return;
    fold_steps();
    if (figures.forecast) fold_forecast();
    if (figures.measured) fold_measured();
  }
  Folded(const Folded&) = delete;
  Folded& operator=(const Folded&) = delete;

  const Plan& plan() const { return plan_ ? *plan_ : *whole_; }
  Figures figures() const { return figures_; }

 private:
  void find_entries() {
    std::map<std::tuple<int, StepKind, bool>, std::vector<std::size_t>> alike;
    const auto kind_of = [&](std::size_t s) {
      const Step& step = whole_->steps[s];
      return std::tuple{step.node, step.kind, step.exchange.reduces};
    };
    for (std::size_t s = 0; s < whole_->steps.size(); ++s) alike[kind_of(s)].push_back(s);
    for (std::size_t s = 0; s < whole_->steps.size(); ++s) {
      const std::vector<std::size_t>& all = alike.at(kind_of(s));
      if (all.size() <= most_slices_shown) {
        entries_.push_back({s});
      } else if (all.front() == s) {
        entries_.push_back(all);
      }
    }
  }

  void fold_steps() {
    plan_ = *whole_;
    plan_->steps.clear();
    for (const auto& entry : entries_) {
      Step step = whole_->steps[entry.front()];
      for (std::size_t i = 1; i < entry.size(); ++i) {
        const Step& other = whole_->steps[entry[i]];
        if (step.kind == StepKind::exchange) step.traffic += other.traffic;
        for (std::size_t site = 0; site < step.flops.size(); ++site) {
          step.flops[site] += other.flops[site];
        }
      }
      if (entry.size() > 1) {
        step.slice.index = all_slices;
        step.slice.count = static_cast<int>(entry.size());
      }
      plan_->steps.push_back(std::move(step));
    }
  }

  /// Per entry, the sums, or what else, of what is there per step.
  template <class T, class Add>
  std::vector<T> folded(const std::vector<T>& per_step, const Add& add) const {
    std::vector<T> result;
    for (const auto& entry : entries_) {
      result.push_back(per_step[entry.front()]);
      for (std::size_t i = 1; i < entry.size(); ++i) add(result.back(), per_step[entry[i]]);
    }
    return result;
  }
  static void add(double& sum, double more) { sum += more; }
  static void keep_most(Bytes& most, Bytes other) { most = std::max(most, other); }
  template <class T>
  static void add_each(std::vector<T>& sums, const std::vector<T>& more) {
    for (std::size_t site = 0; site < std::min(sums.size(), more.size()); ++site) {
      sums[site] += more[site];
    }
  }

  void fold_forecast() {
    forecast_ = *figures_.forecast;
    if (!forecast_.seconds.empty()) forecast_.seconds = folded(forecast_.seconds, add);
    if (!forecast_.live.empty()) forecast_.live = folded(forecast_.live, keep_most);
    figures_.forecast = &forecast_;
  }
  void fold_measured() {
    measured_ = *figures_.measured;
    measured_.traffic =
        folded(measured_.traffic, [](Traffic& sum, const Traffic& more) { sum += more; });
    measured_.in_place = folded(measured_.in_place, add_each<Bytes>);
    measured_.seconds = folded(measured_.seconds, add);
    measured_.site_seconds = folded(measured_.site_seconds, add_each<double>);
    measured_.high_water = folded(measured_.high_water, keep_most);
    figures_.measured = &measured_;
  }

  const Plan* whole_;
  Figures figures_;
  std::vector<std::vector<std::size_t>> entries_;  ///< the steps that each shown one stands for
  std::optional<Plan> plan_;
  Forecast forecast_;
  Measured measured_;
};

}  // namespace relatile::plan
