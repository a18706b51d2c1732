// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/slice_group.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "relatile/core/access.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/parts_of_boxes.hpp"

namespace relatile::pass {

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
                                                         const SlicedGroups& others) {
  const Cut& cut = group.cut_;
  if (!group.start() || others.of(cut.step)) return std::nullopt;
  for (int s = cut.step - 1; s >= 0; --s) {
    if (!others.of(s)) group.consider(s);
  }
  if (group.members_.size() < 2) return std::nullopt;
  return group;
}

RELATILE_INLINE bool SliceGroup::is_sliceable(const plan::Step& step, const tra::Node& node) {
  if (step.kind != plan::StepKind::local || !node.source().empty()) return false;
  switch (node.kind()) {
    case tra::Kind::map:
    case tra::Kind::contract:
    case tra::Kind::join:
    case tra::Kind::aggregate:
    case tra::Kind::transform: return true;
    default: return false;
  }
}

RELATILE_INLINE SlicedBoxes SliceGroup::cut_boxes(const placement::BoxOfSite& boxes,
                                                  int dim) const {
  SlicedBoxes sliced;
  sliced.dim = dim;
  for (int j = 0; j < count_; ++j) {
    const auto ranges = ranges_.empty() ? nullptr : nth(ranges_, j);
    sliced.boxes.push_back(ranges ? placement::part_of(boxes, dim, ranges)
                                  : placement::even_part_of(boxes, dim, count_, j));
  }
  return sliced;
}

RELATILE_INLINE bool SliceGroup::start() {
  const plan::Step& last = step(cut_.step);
  if (last.slice.count > 1) return false;
  if (last.kind == plan::StepKind::exchange) {
    const plan::Value& partial = value(last.inputs[0]);
    if (!last.exchange.reduces || !node(cut_.step).type.elements) return false;
    for (int site = 0; site < plan_.num_sites; ++site) {
      if (partial.placement.of(site).size() > 1) return false;
    }
    const int rank = node(cut_.step).type.rank();
    const auto held = [](int site, const placement::Placement& of, int dims) {
      const placement::SiteBoxes own = of.of(site);
      return own.empty() ? Box::nothing(dims) : own.front();
    };
    const placement::BoxOfSite boxes(plan_.num_sites, held, partial.placement, rank);
    if (!members_.emplace(cut_.step, cut_boxes(boxes, cut_.label)).second) return false;
    need(last.inputs[0], members_.at(cut_.step));
    return true;
  }
  if (!is_sliceable(last, node(cut_.step)) || last.iteration.empty()) return false;
  if (nth(node(cut_.step).whole_label, cut_.label)) return false;
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
    for (const auto& part : work.boxes) boxes.boxes.push_back(placement::image_of(part, access));
    need(v, std::move(boxes));
  }
}

RELATILE_INLINE void SliceGroup::consider(int s) {
  const plan::Step& one = step(s);
  const int out = one.output;
  const auto needed = needs_.find(out);
  if (needed == needs_.end() || unlike_.contains(out) || one.slice.count > 1) return;
  if (nth(uses_.kept, out)) return;
  for (int reader : nth(uses_.steps, out)) {
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
  const AccessDim& made = nth(node(s).output.dims, needed.dim);
  if (made.label < 0 || made.step != 1 || made.width != 1) return;
  if (dim_of(node(s).output, made.label) != needed.dim) return;
  if (nth(node(s).whole_label, made.label)) return;
  const placement::BoxOfSite& whole = step(s).iteration;
  for (int site = 0; site < plan_.num_sites; ++site) {
    const bool holds = !value(step(s).output).placement.of(site).empty();
    if (nth(whole, site).empty() && holds) return;  // sums over nothing
  }
  SlicedBoxes work;
  work.dim = made.label;
  for (const auto& part : needed.boxes) {
    const auto share = [](int site, const placement::BoxOfSite& all, const placement::BoxOfSite& of,
                          const AccessDim& by, int dim) {
      const auto at = static_cast<std::size_t>(site);
      Box box = all[at];
      const Box wanted = of[at];
      if (wanted.empty()) return Box::nothing(box.rank());
      if (box.empty()) return box;
      box.low[by.label] = std::max(box.low[by.label], wanted.low[dim] - by.offset);
      box.high[by.label] = std::min(box.high[by.label], wanted.high[dim] - by.offset);
      return box;
    };
    work.boxes.emplace_back(plan_.num_sites, share, whole, part, made, needed.dim);
  }
  members_.emplace(s, std::move(work));
  need_operands(s);
}

}  // namespace relatile::pass
