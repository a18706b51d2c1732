// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/slice_plan.hpp"

#include <string>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/parts_of_boxes.hpp"
#include "relatile/strategy/classify.hpp"

namespace relatile::pass {

RELATILE_INLINE SlicedPlan::SlicedPlan(const plan::Plan& whole, const SlicedGroups& groups,
                                       std::int64_t message_limit)
    : whole_(whole),
      uses_(whole),
      alike_(whole.num_sites, message_limit),
      now_(whole.values.size(), -1),
      slices_to_come_(whole.values.size(), 0) {
  for (const plan::Step& step : whole.steps) slices_to_come(step.output) = step.slice.count;
  plan_ = whole;
  plan_.steps.clear();
  plan_.values.clear();
  std::vector<Unit> waiting;  // for a group that comes later than its members did
  for (int s = 0; s < static_cast<int>(whole.steps.size()); ++s) {
    const SlicedSteps* const group = groups.of(s);
    if (group && group->work.rbegin()->first != s) continue;  // with the last of its steps
    waiting.push_back({s, group});
    while (std::erase_if(waiting, [&](const Unit& unit) { return added(unit); }) > 0) continue;
  }
  RELATILE_ASSERT(waiting.empty());
  for (auto& result : plan_.results) result.second = now(result.second);
}

RELATILE_INLINE bool SlicedPlan::added(const Unit& unit) {
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

RELATILE_INLINE bool SlicedPlan::can_be_added(int s, const SlicedSteps* group) {
  const plan::Step& step = whole_step(s);
  if (slices_to_come(step.output) != step.slice.count - step.slice.index) return false;
  for (int input : step.inputs) {
    const int maker = nth(uses_.makers, input);
    if (slices_to_come(input) > 0 && !(group && group->work.contains(maker))) return false;
  }
  return true;
}

RELATILE_INLINE void SlicedPlan::add_whole(int s) {
  plan::Step step = whole_step(s);
  for (int& input : step.inputs) input = now(input);
  --slices_to_come(step.output);
  if (step.slice.index == 0) now(step.output) = add_value(whole_value(step.output));
  step.output = now(step.output);
  add_step(std::move(step), s);
}

RELATILE_INLINE void SlicedPlan::add_slice(const SlicedSteps& group, int j) {
  for (const auto& [s, work] : group.work) {
    const placement::BoxOfSite& boxes = nth(work, j);
    plan::Step step = whole_step(s);
    for (int& input : step.inputs) input = now(input);
    if (step.kind == plan::StepKind::local) {
      step.iteration = boxes;
      alike_.set_flops(step, node_of(step));
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
    step.early = false;  // or all of its slices were there at once
    if (step.kind == plan::StepKind::exchange) {
      set_exchange(step, whole_step(s));
      if (group.ahead > 1 && strategy::make_messages(step.exchange)) step.ahead = group.ahead;
    }
    add_step(std::move(step), s);
  }
}

RELATILE_INLINE plan::Value SlicedPlan::part_of(int s, const SlicedSteps& group, int j,
                                                const placement::BoxOfSite& boxes) const {
  const plan::Step& step = whole_step(s);
  plan::Value value = whole_value(step.output);
  std::string words =
      value.placement.text + " slice " + std::to_string(j + 1) + "/" + std::to_string(group.count);
  if (step.kind == plan::StepKind::exchange) {
    value.placement = {boxes, std::move(words)};
    return value;
  }
  value.placement = {placement::image_of(boxes, node_of(step).output), std::move(words)};
  return value;
}

RELATILE_INLINE void SlicedPlan::set_exchange(plan::Step& step, const plan::Step& whole) {
  const plan::Value& from = nth(plan_.values, step.inputs[0]);
  const plan::Value& to = nth(plan_.values, step.output);
  const bool of_whole =
      !from.partial && from.placement.has_same_form(whole_value(whole.inputs[0]).placement);
  alike_.set_exchange(step, from, to, node_of(step).type, of_whole ? &whole.exchange : nullptr);
}

}  // namespace relatile::pass
