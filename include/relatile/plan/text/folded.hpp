// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
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
  Folded(const Plan& plan, Figures figures, std::size_t most_shown = most_slices_shown);
  Folded(const Folded&) = delete;
  Folded& operator=(const Folded&) = delete;

  const Plan& plan() const { return plan_ ? *plan_ : *whole_; }
  Figures figures() const { return figures_; }

 private:
  void find_entries(std::size_t most_shown);

  void fold_steps();

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

  void fold_forecast();
  void fold_measured();

  const Plan* whole_;
  Figures figures_;
  std::vector<std::vector<std::size_t>> entries_;  ///< the steps that each shown one stands for
  std::optional<Plan> plan_;
  Forecast forecast_;
  Measured measured_;
};

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/folded.hpp"
#endif
