// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/placement/box_of_site.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::pass {

/// Who makes and who reads each value of a plan, and which of them outlive it.
struct ValueUses {
  std::vector<int> makers;              ///< per value, the last step that makes it
  std::vector<std::vector<int>> steps;  ///< per value, those that read it
  std::vector<char> kept;

  explicit ValueUses(const plan::Plan& plan)
      : makers(plan.values.size(), -1), steps(plan.values.size()), kept(plan.values.size(), 0) {
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      nth(makers, plan.steps[s].output) = static_cast<int>(s);
      for (int input : plan.steps[s].inputs) {
        nth(steps, input).push_back(static_cast<int>(s));
      }
    }
    for (const auto& result : plan.results) nth(kept, result.second) = 1;
  }
};

/// The one dimension that an access reads by `label`, if parts of the label read disjoint parts of
/// it; -1 if there is none, -2 if that can't be said.
inline int dim_of(const Access& access, int label) {
  int found = -1;
  for (int d = 0; d < access.rank(); ++d) {
    const AccessDim& dim = nth(access.dims, d);
    if (dim.label != label) continue;
    if (found >= 0 || dim.cuts || dim.is_clipped() || dim.width > dim.distance()) return -2;
    found = d;
  }
  return found;
}

/// Steps of a plan that are executed together, a slice of each at a time.
struct SlicedSteps {
  using Work = std::vector<placement::BoxOfSite>;  ///< per slice

  int count = 0;             ///< of slices
  int ahead = 1;             ///< see plan::Step::ahead
  std::map<int, Work> work;  ///< per step: what a local one works on, or an exchange brings
  /// The steps whose outputs are whole when all slices are done, and what slices these are; what
  /// the others make is forgotten when the slice is done.
  std::map<int, plan::Slice> ends;
};

/// Several of one plan that share no steps.
class SlicedGroups {
 public:
  explicit SlicedGroups(const plan::Plan& plan) : of_step_(plan.steps.size(), nullptr) {}
  SlicedGroups(const SlicedGroups&) = delete;
  SlicedGroups& operator=(const SlicedGroups&) = delete;

  void add(SlicedSteps group) {
    const SlicedSteps& added = all_.emplace_back(std::move(group));
    for (const auto& member : added.work) nth(of_step_, member.first) = &added;
  }
  const std::deque<SlicedSteps>& all() const { return all_; }
  /// The group that has a step, or null.
  const SlicedSteps* of(int s) const { return nth(of_step_, s); }

 private:
  std::deque<SlicedSteps> all_;  ///< which stay where they are
  std::vector<const SlicedSteps*> of_step_;
};

}  // namespace relatile::pass
