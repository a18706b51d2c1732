// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "relatile/cost/count.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/planner/slice_group.hpp"
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
  /// The groups must not share steps.
  SlicedPlan(const plan::Plan& whole, const std::vector<SliceGroup>& groups,
             std::int64_t message_limit)
      : whole_(whole), message_limit_(message_limit), now_(whole.values.size(), -1) {
    std::vector<const SliceGroup*> group_of(whole.steps.size(), nullptr);
    for (const auto& group : groups) {
      for (const auto& member : group.members()) {
        group_of[static_cast<std::size_t>(member.first)] = &group;
      }
    }
    plan_ = whole;
    plan_.steps.clear();
    plan_.values.clear();
    for (int s = 0; s < static_cast<int>(whole.steps.size()); ++s) {
      const SliceGroup* group = group_of[static_cast<std::size_t>(s)];
      if (!group) {
        add_whole(s);
      } else if (group->cut().step == s) {
        for (int j = 0; j < group->count(); ++j) add_slice(*group, j);
      }
    }
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

  int add_value(plan::Value value) {
    plan_.values.push_back(std::move(value));
    return static_cast<int>(plan_.values.size()) - 1;
  }
  void add_step(plan::Step step, int origin) {
    plan_.steps.push_back(std::move(step));
    origin_.push_back(origin);
  }

  void add_whole(int s) {
    plan::Step step = whole_step(s);
    for (int& input : step.inputs) input = now(input);
    step.output = now(step.output) = add_value(whole_value(step.output));
    add_step(std::move(step), s);
  }

  /// One slice of every member, the cut's own step last.
  void add_slice(const SliceGroup& group, int j) {
    for (const auto& [s, parts] : group.members()) {
      const std::vector<Box>& boxes = parts.boxes[static_cast<std::size_t>(j)];
      plan::Step step = whole_step(s);
      for (int& input : step.inputs) input = now(input);
      const bool last = s == group.cut().step;
      if (step.kind == plan::StepKind::local) {
        step.iteration = boxes;
        for (std::size_t site = 0; site < boxes.size(); ++site) {
          step.flops[site] = cost::flops_on(node_of(step), boxes[site]);
        }
      }
      const int old = step.output;
      if (!last || j == 0) {
        now(old) = add_value(last ? whole_value(old) : part_of(s, group, j, boxes));
      }
      step.output = now(old);
      if (last) step.slice = slice_of(group, j);
      if (step.kind == plan::StepKind::exchange) set_exchange(step);
      add_step(std::move(step), s);
    }
  }

  std::string label_of(const SliceGroup& group) const {
    const plan::Step& step = whole_step(group.cut().step);
    if (step.kind == plan::StepKind::exchange) return "axis " + std::to_string(group.cut().label);
    return node_of(step).label_names[static_cast<std::size_t>(group.cut().label)];
  }
  plan::Slice slice_of(const SliceGroup& group, int j) const {
    const plan::Step& step = whole_step(group.cut().step);
    const bool local = step.kind == plan::StepKind::local;
    return {j, group.count(), local && node_of(step).aggregates(group.cut().label),
            label_of(group)};
  }

  /// What a member makes for one slice.
  plan::Value part_of(int s, const SliceGroup& group, int j, const std::vector<Box>& boxes) const {
    const plan::Step& step = whole_step(s);
    plan::Value value = whole_value(step.output);
    value.placement.text += " slice " + std::to_string(j + 1) + "/" + std::to_string(group.count());
    for (std::size_t site = 0; site < boxes.size(); ++site) {
      const Box made = step.kind == plan::StepKind::local ? node_of(step).output.image(boxes[site])
                                                          : boxes[site];
      value.placement.boxes[site].clear();
      if (!made.empty()) value.placement.boxes[site].push_back(made);
    }
    return value;
  }

  void set_exchange(plan::Step& step) const {
    const auto& from = plan_.values[static_cast<std::size_t>(step.inputs[0])].placement;
    const auto& to = plan_.values[static_cast<std::size_t>(step.output)].placement;
    step.exchange =
        step.exchange.reduces ? strategy::reduce(from, to) : strategy::redistribute(from, to);
    step.traffic = cost::count(step.exchange, node_of(step).type, plan_.num_sites, message_limit_);
  }

  const plan::Plan& whole_;
  std::int64_t message_limit_;
  plan::Plan plan_;
  std::vector<int> now_;
  std::vector<int> origin_;
};

}  // namespace relatile::planner
