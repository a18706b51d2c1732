// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/cost/count.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/planner/sliced_steps.hpp"
#include "relatile/strategy/redistribute.hpp"
#include "relatile/strategy/reduce.hpp"

namespace relatile::planner {

/// Rewrites a plan so that groups of its steps are executed slice by slice: operands arrive, are
/// multiplied and forgotten a part at a time, and partial sums add up in the one result. The bytes
/// that are sent stay the same; messages get more and smaller.
///
///   equation  C = A B  ==  C = A[:, 1st] B[1st, :]; C += A[:, 2nd] B[2nd, :]; ...
///             C = f(A B)  ==  C[1st, :] = f(A[1st, :] B); C[2nd, :] = f(A[2nd, :] B); ...
///   source    SUMMA's panels: R. van de Geijn and J. Watts, Concurrency: Practice and Experience
///             9(4), 1997
class SlicedPlan {
 public:
  /// The groups must not share steps, nor need what another one's steps make of theirs.
  SlicedPlan(const plan::Plan& whole, const std::vector<SlicedSteps>& groups,
             std::int64_t message_limit)
      : whole_(whole),
        message_limit_(message_limit),
        uses_(whole),
        now_(whole.values.size(), -1),
        slices_to_come_(whole.values.size(), 0) {
    for (const plan::Step& step : whole.steps) slices_to_come(step.output) = step.slice.count;
    std::vector<const SlicedSteps*> group_of(whole.steps.size(), nullptr);
    for (const auto& group : groups) {
      for (const auto& member : group.work) {
        group_of[static_cast<std::size_t>(member.first)] = &group;
      }
    }
    plan_ = whole;
    plan_.steps.clear();
    plan_.values.clear();
    std::vector<Unit> waiting;  // for a group that comes later than its members did
    for (int s = 0; s < static_cast<int>(whole.steps.size()); ++s) {
      const SlicedSteps* group = group_of[static_cast<std::size_t>(s)];
      if (group && group->work.rbegin()->first != s) continue;  // with the last of its steps
      waiting.push_back({s, group});
      while (std::erase_if(waiting, [&](const Unit& unit) { return added(unit); }) > 0) continue;
    }
    RELATILE_ASSERT(waiting.empty());
    for (auto& result : plan_.results) result.second = now(result.second);
  }

  const plan::Plan& plan() const& { return plan_; }
  plan::Plan plan() && { return std::move(plan_); }
  /// Per step of the new plan, the step of the old one that it is, or is a part of.
  const std::vector<int>& origin() const { return origin_; }

 private:
  const plan::Step& whole_step(int s) const { return whole_.steps[static_cast<std::size_t>(s)]; }
  const plan::Value& whole_value(int v) const { return whole_.values[static_cast<std::size_t>(v)]; }
  const tra::Node& node_of(const plan::Step& step) const {
    return *whole_.nodes[static_cast<std::size_t>(step.node)];
  }
  /// The new number of an old value.
  int& now(int v) { return now_[static_cast<std::size_t>(v)]; }
  /// Of an old value; 0: it can be read.
  int& slices_to_come(int v) { return slices_to_come_[static_cast<std::size_t>(v)]; }

  int add_value(plan::Value value) {
    plan_.values.push_back(std::move(value));
    return static_cast<int>(plan_.values.size()) - 1;
  }
  void add_step(plan::Step step, int origin) {
    plan_.steps.push_back(std::move(step));
    origin_.push_back(origin);
  }

  /// A step, or a group that comes when the last of its steps does.
  struct Unit {
    int step;
    const SlicedSteps* group;
  };

  /// Adds it if all that it reads is there.
  bool added(const Unit& unit) {
    if (!unit.group) {
      if (!can_be_added(unit.step, nullptr)) return false;
      add_whole(unit.step);
      return true;
    }
    for (const auto& member : unit.group->work) {
      if (!can_be_added(member.first, unit.group)) return false;
    }
    for (int j = 0; j < unit.group->count; ++j) add_slice(*unit.group, j);
    for (const auto& member : unit.group->work) slices_to_come(whole_step(member.first).output) = 0;
    return true;
  }
  /// Whether the operands of a step are there, but for those that its own group makes, and the
  /// slices before it of a plan that had some already.
  bool can_be_added(int s, const SlicedSteps* group) {
    const plan::Step& step = whole_step(s);
    if (slices_to_come(step.output) != step.slice.count - step.slice.index) return false;
    for (int input : step.inputs) {
      const int maker = uses_.makers[static_cast<std::size_t>(input)];
      if (slices_to_come(input) > 0 && !(group && group->work.contains(maker))) return false;
    }
    return true;
  }

  void add_whole(int s) {
    plan::Step step = whole_step(s);
    for (int& input : step.inputs) input = now(input);
    --slices_to_come(step.output);
    if (step.slice.index == 0) now(step.output) = add_value(whole_value(step.output));
    step.output = now(step.output);
    add_step(std::move(step), s);
  }

  void add_slice(const SlicedSteps& group, int j) {
    for (const auto& [s, work] : group.work) {
      const std::vector<Box>& boxes = work[static_cast<std::size_t>(j)];
      plan::Step step = whole_step(s);
      for (int& input : step.inputs) input = now(input);
      if (step.kind == plan::StepKind::local) {
        step.iteration = boxes;
        for (std::size_t site = 0; site < boxes.size(); ++site) {
          step.flops[site] = cost::flops_on(node_of(step), boxes[site]);
        }
      }
      const auto end = group.ends.find(s);
      const bool whole = end != group.ends.end();
      const int old = step.output;
      if (!whole || j == 0) {
        now(old) = add_value(whole ? whole_value(old) : part_of(s, group, j, boxes));
      }
      step.output = now(old);
      if (whole) {
        step.slice = end->second;
        step.slice.index = j;
      }
      if (step.kind == plan::StepKind::exchange) set_exchange(step);
      step.early = false;  // or all of its slices were there at once
      add_step(std::move(step), s);
    }
  }

  /// What a member makes for one slice.
  plan::Value part_of(int s, const SlicedSteps& group, int j, const std::vector<Box>& boxes) const {
    const plan::Step& step = whole_step(s);
    plan::Value value = whole_value(step.output);
    value.placement.text += " slice " + std::to_string(j + 1) + "/" + std::to_string(group.count);
    for (std::size_t site = 0; site < boxes.size(); ++site) {
      const Box made = step.kind == plan::StepKind::local ? node_of(step).output.image(boxes[site])
                                                          : boxes[site];
      value.placement.boxes[site].clear();
      if (!made.empty()) value.placement.boxes[site].push_back(made);
    }
    return value;
  }

  void set_exchange(plan::Step& step) const {
    step.exchange =
        strategy::exchange_between(plan_.values[static_cast<std::size_t>(step.inputs[0])],
                                   plan_.values[static_cast<std::size_t>(step.output)]);
    step.traffic = cost::count(step.exchange, node_of(step).type, plan_.num_sites, message_limit_);
  }

  const plan::Plan& whole_;
  std::int64_t message_limit_;
  ValueUses uses_;  ///< of the old values
  plan::Plan plan_;
  std::vector<int> now_;
  std::vector<int> slices_to_come_;
  std::vector<int> origin_;
};

}  // namespace relatile::planner
