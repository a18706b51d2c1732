// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "relatile/plan/plan.hpp"

namespace relatile::planner {

/// What every reader of a plan's values is, and which of them outlive the plan.
struct ValueReaders {
  std::vector<std::vector<int>> steps;  ///< per value
  std::vector<char> kept;

  explicit ValueReaders(const plan::Plan& plan)
      : steps(plan.values.size()), kept(plan.values.size(), 0) {
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      for (int input : plan.steps[s].inputs) {
        steps[static_cast<std::size_t>(input)].push_back(static_cast<int>(s));
      }
    }
    for (const auto& result : plan.results) kept[static_cast<std::size_t>(result.second)] = 1;
  }
};

/// Steps of a plan that are executed together, a slice of each at a time.
struct SlicedSteps {
  using Work = std::vector<std::vector<Box>>;  ///< per slice, per site

  int count = 0;             ///< of slices
  std::map<int, Work> work;  ///< per step: what a local one works on, or an exchange brings
  /// The steps whose outputs are whole when all slices are done, and what slices these are; what
  /// the others make is forgotten when the slice is done.
  std::map<int, plan::Slice> ends;
};

/// Several of one plan that share no steps.
class SlicedGroups {
 public:
  explicit SlicedGroups(const plan::Plan& plan) : taken_(plan.steps.size(), 0) {}

  void add(SlicedSteps group) {
    for (const auto& member : group.work) taken_[static_cast<std::size_t>(member.first)] = 1;
    all_.push_back(std::move(group));
  }
  const std::vector<SlicedSteps>& all() const { return all_; }
  /// Per step, whether a group has it.
  const std::vector<char>& taken() const { return taken_; }

 private:
  std::vector<SlicedSteps> all_;
  std::vector<char> taken_;
};

}  // namespace relatile::planner
