// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/slice_group.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "relatile/core/access.hpp"

namespace relatile::planner {

RELATILE_INLINE SlicedSteps SliceGroup::steps() const {
  SlicedSteps steps;
  steps.count = count_;
  for (const auto& [s, parts] : members_) steps.work[s] = parts.boxes;
  const bool local = step(cut_.step).kind == plan::StepKind::local;
  const auto label = static_cast<std::size_t>(cut_.label);
  steps.ends[cut_.step] = {
      0, count_, local && node(cut_.step).aggregates(cut_.label),
      local ? node(cut_.step).label_names[label] : "axis " + std::to_string(label)};
  return steps;
}

RELATILE_INLINE std::optional<SliceGroup> SliceGroup::of(SliceGroup group,
                                                         const std::vector<char>& taken) {
  const Cut& cut = group.cut_;
  if (!group.start() || taken[static_cast<std::size_t>(cut.step)]) return std::nullopt;
  for (int s = cut.step - 1; s >= 0; --s) {
    if (!taken[static_cast<std::size_t>(s)]) group.consider(s);
  }
  if (group.members_.size() < 2) return std::nullopt;
  return group;
}

RELATILE_INLINE bool SliceGroup::is_sliceable(const plan::Step& step, const tra::Node& node) {
  if (step.kind != plan::StepKind::local || !node.source.empty()) return false;
  switch (node.kind) {
    case tra::Kind::map:
    case tra::Kind::contract:
    case tra::Kind::join:
    case tra::Kind::aggregate:
    case tra::Kind::transform: return true;
    default: return false;
  }
}

RELATILE_INLINE SlicedBoxes SliceGroup::cut_boxes(const std::vector<Box>& boxes, int dim) const {
  SlicedBoxes sliced;
  sliced.dim = dim;
  for (int j = 0; j < count_; ++j) {
    std::vector<Box> parts = boxes;
    for (std::size_t site = 0; site < parts.size(); ++site) {
      Box& box = parts[site];
      if (box.empty()) continue;
      const Range range = ranges_ ? (*ranges_)[static_cast<std::size_t>(j)][site]
                                  : even_part(box.high[dim] - box.low[dim], count_, j);
      box.high[dim] = box.low[dim] + range.high;
      box.low[dim] += range.low;
    }
    sliced.boxes.push_back(std::move(parts));
  }
  return sliced;
}

RELATILE_INLINE bool SliceGroup::start() {
  const plan::Step& last = step(cut_.step);
  if (last.slice.count > 1) return false;
  if (last.kind == plan::StepKind::exchange) {
    const plan::Value& partial = value(last.inputs[0]);
    if (!last.exchange.reduces || !node(cut_.step).type.elements) return false;
    std::vector<Box> boxes;
    for (const auto& own : partial.placement.boxes) {
      if (own.size() > 1) return false;
      boxes.push_back(own.empty() ? Box::nothing(node(cut_.step).type.rank()) : own[0]);
    }
    if (!members_.emplace(cut_.step, cut_boxes(boxes, cut_.label)).second) return false;
    need(last.inputs[0], members_.at(cut_.step));
    return true;
  }
  if (!is_sliceable(last, node(cut_.step)) || last.iteration.empty()) return false;
  if (node(cut_.step).whole_label[static_cast<std::size_t>(cut_.label)]) return false;
  members_.emplace(cut_.step, cut_boxes(last.iteration, cut_.label));
  need_operands(cut_.step);
  return true;
}

RELATILE_INLINE void SliceGroup::need_operands(int s) {
  const SlicedBoxes& work = members_.at(s);
  for (std::size_t x = 0; x < step(s).inputs.size(); ++x) {
    const Access& access = node(s).accesses[x];
    const int v = step(s).inputs[x];
    const int dim = dim_of(access, work.dim);
    if (dim < 0) {
      unlike_.insert(v);  // all of it is needed in every slice, or nobody knows
      continue;
    }
    SlicedBoxes boxes;
    boxes.dim = dim;
    for (const auto& part : work.boxes) {
      boxes.boxes.emplace_back();
      for (const Box& box : part) boxes.boxes.back().push_back(access.image(box));
    }
    need(v, std::move(boxes));
  }
}

RELATILE_INLINE void SliceGroup::consider(int s) {
  const plan::Step& one = step(s);
  const int out = one.output;
  const auto needed = needs_.find(out);
  if (needed == needs_.end() || unlike_.contains(out) || one.slice.count > 1) return;
  if (uses_.kept[static_cast<std::size_t>(out)]) return;
  for (int reader : uses_.steps[static_cast<std::size_t>(out)]) {
    if (!has(reader)) return;
  }
  if (one.kind == plan::StepKind::exchange) {
    if (!one.exchange.reduces && !one.exchange.transfers.empty()) {
      members_.emplace(s, needed->second);
      unlike_.insert(one.inputs[0]);  // who knows where the parts that go to others are
    }
  } else if (is_sliceable(one, node(s))) {
    consider_local(s, needed->second);
  }
}

RELATILE_INLINE void SliceGroup::consider_local(int s, const SlicedBoxes& needed) {
  const bool reduced = step(cut_.step).kind == plan::StepKind::exchange &&
                       step(cut_.step).inputs[0] == step(s).output;
  if (!cut_.deep && !reduced) return;
  if (value(step(s).output).partial && !reduced) return;
  const AccessDim& made = node(s).output.dims[static_cast<std::size_t>(needed.dim)];
  if (made.label < 0 || made.step != 1 || made.width != 1) return;
  if (dim_of(node(s).output, made.label) != needed.dim) return;
  if (node(s).whole_label[static_cast<std::size_t>(made.label)]) return;
  SlicedBoxes work;
  work.dim = made.label;
  for (const auto& part : needed.boxes) {
    work.boxes.push_back(step(s).iteration);
    for (std::size_t site = 0; site < part.size(); ++site) {
      Box& box = work.boxes.back()[site];
      const bool holds = !value(step(s).output).placement.boxes[site].empty();
      if (box.empty() && holds) return;  // sums over nothing
      if (part[site].empty()) {
        box = Box::nothing(box.rank());
        continue;
      }
      if (box.empty()) continue;
      const Box& wanted = part[site];
      box.low[made.label] = std::max(box.low[made.label], wanted.low[needed.dim] - made.offset);
      box.high[made.label] = std::min(box.high[made.label], wanted.high[needed.dim] - made.offset);
    }
  }
  members_.emplace(s, std::move(work));
  need_operands(s);
}

}  // namespace relatile::planner
