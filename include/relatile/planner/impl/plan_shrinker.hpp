// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/plan_shrinker.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/passes/slice_plan.hpp"
#include "relatile/passes/step_order.hpp"
#include "relatile/schedule/memory_plan.hpp"
#include "relatile/schedule/step_memory.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

RELATILE_INLINE PlanShrinker::PlanShrinker(plan::Plan plan, const Objective& objective,
                                           std::int64_t message_limit)
    : objective_(objective), message_limit_(message_limit) {
  now_.peak = schedule::plan_peak(plan);
  now_.plan = std::move(plan);
}

RELATILE_INLINE bool PlanShrinker::shrink() {
  if (!ordered_) {
    ordered_ = true;
    const bool smaller = reorder();
    ordered_plan_ = now_.plan;
    if (smaller) return true;
  }
  if (!uses_) {
    if (means_ == Means::repeats) {
      if (repeat()) return true;
      if (pass::repeated_steps(now_.plan) == 0) return false;  // then the other means do as much
    }
    begin_slicing();
  }
  const std::vector<Try> ways = tries();
  return slice(ways) || slice(instead(ways));
}

RELATILE_INLINE PlanShrinker::Size PlanShrinker::size_of(const schedule::PlanPeak& peak) {
  std::vector<std::int64_t> live = peak.live;
  std::sort(live.begin(), live.end(), std::greater<>());
  live.resize(std::min<std::size_t>(live.size(), 64));
  return {peak.peak.total(), std::move(live)};
}

RELATILE_INLINE bool PlanShrinker::reorder() {
  bool smaller = false;
  std::vector<std::int64_t> bytes;
  for (const auto& step : now_.plan.steps) {
    bytes.push_back(
        schedule::step_memory(now_.plan, now_.plan.makers(), step)[std::size_t(now_.peak.site)]
            .own);
  }
  const plan::Plan before = now_.plan;
  const pass::DepthFirst depth_first(before, std::move(bytes));
  for (auto operands : {pass::OperandOrder::first_to_last, pass::OperandOrder::last_to_first,
                        pass::OperandOrder::neediest_first}) {
    plan::Plan other = pass::reordered(before, depth_first.order(operands));
    schedule::PlanPeak peak = schedule::plan_peak(other);
    if (peak.peak.total() >= now_.peak.peak.total()) continue;
    smaller = true;
    now_.plan = std::move(other);
    now_.peak = std::move(peak);
  }
  return smaller;
}

/// The first of the steps while which most is there.
inline int fullest_step(const schedule::MemoryPlan& memory) {
  const auto& live = memory.live_bytes;
  return static_cast<int>(std::max_element(live.begin(), live.end()) - live.begin());
}

RELATILE_INLINE std::vector<pass::Repeat> PlanShrinker::repeats() const {
  const schedule::MemoryPlan memory = schedule::plan_memory(now_.plan, now_.peak.site);
  const int fullest = fullest_step(memory);
  const pass::ValueUses uses(now_.plan);
  pass::Repeat::Lives lives{memory.last_use, {}};
  for (const int owner : memory.owner) lives.bytes.push_back(nth(memory.value_bytes, owner));
  std::vector<std::pair<double, pass::Repeat>> found;
  for (int s = 0; s < fullest; ++s) {
    const int value = nth(now_.plan.steps, s).output;
    const std::int64_t bytes = nth(lives.bytes, value);
    if (bytes < nth(memory.live_bytes, fullest) / least_share) continue;
    if (nth(lives.last_use, value) <= fullest) continue;
    auto one = pass::Repeat::of(now_.plan, uses, lives, s, fullest);
    if (!one) continue;
    const double flops_per_byte = static_cast<double>(one->flops.value) / double(bytes);
    found.emplace_back(flops_per_byte, *std::move(one));
  }
  sort_stably(found, [](const auto& a, const auto& b) { return a.first < b.first; });
  if (found.size() > most_tries) found.resize(most_tries);
  std::vector<pass::Repeat> cheapest;
  for (auto& one : found) cheapest.push_back(std::move(one.second));
  return cheapest;
}

RELATILE_INLINE bool PlanShrinker::repeat() {
  for (const pass::Repeat& one : repeats()) {
    plan::Plan other = pass::with_repeat(now_.plan, one);
    schedule::PlanPeak peak = schedule::plan_peak(other);
    if (other.steps.size() > most_steps || size_of(now_.peak) <= size_of(peak)) continue;
    other.price = ordered_plan_.price + objective_.shrinking(other, ordered_plan_);
    now_.plan = std::move(other);
    now_.peak = std::move(peak);
    return true;
  }
  return false;
}

RELATILE_INLINE void PlanShrinker::begin_slicing() {
  whole_ = now_.plan;
  uses_.emplace(whole_);
  now_.origin.clear();
  for (int s = 0; s < static_cast<int>(whole_.steps.size()); ++s) now_.origin.push_back(s);
  for (int s = 0; s < static_cast<int>(whole_.steps.size()); ++s) add_cuts(s);
}

RELATILE_INLINE void PlanShrinker::add_cuts(int s) {
  const plan::Step& step = nth(whole_.steps, s);
  if (step.kind == plan::StepKind::stored) return;
  const tra::Node& node = *nth(whole_.nodes, step.node);
  const bool local = step.kind == plan::StepKind::local;
  const pass::SlicedGroups no_others(whole_);
  const int num_labels = local ? node.labels.rank() : node.type.rank();
  for (int label = 0; label < num_labels; ++label) {
    const auto deep = pass::SliceGroup::of(whole_, *uses_, {s, label, true}, 2, no_others);
    const auto shallow = pass::SliceGroup::of(whole_, *uses_, {s, label, false}, 2, no_others);
    if (deep) add_cut(*deep);
    if (shallow && shallow->members().size() < deep->members().size()) add_cut(*shallow);
  }
}

RELATILE_INLINE void PlanShrinker::add_cut(const pass::SliceGroup& group) {
  PossibleCut possible{group.cut(), 0, {}};
  const pass::SlicedBoxes& halves = group.members().at(group.cut().step);
  for (const Box& box : halves.boxes[0]) {  // the longer half
    if (!box.empty()) possible.longest = std::max(possible.longest, 2 * box.extents()[halves.dim]);
  }
  for (const auto& member : group.members()) possible.members.push_back(member.first);
  if (possible.longest > 2) possible_.push_back(std::move(possible));
}

RELATILE_INLINE std::optional<MeasuredPlan> PlanShrinker::sliced(const Cuts& cuts) const {
  pass::SlicedGroups groups(whole_);
  std::size_t num_steps = whole_.steps.size();
  for (const auto& [cut, count] : cuts) {
    auto group = pass::SliceGroup::of(whole_, *uses_, cut, count, groups);
    if (!group) return std::nullopt;
    num_steps += group->members().size() * static_cast<std::size_t>(count);
    groups.add(group->steps());
  }
  if (num_steps > most_steps) return std::nullopt;
  pass::SlicedPlan made(whole_, groups, message_limit_);
  MeasuredPlan result;
  result.origin = made.origin();
  result.plan = std::move(made).plan();
  result.peak = schedule::plan_peak(result.plan);
  return result;
}

RELATILE_INLINE std::vector<std::int64_t> PlanShrinker::bytes_when_fullest() const {
  const schedule::MemoryPlan memory = schedule::plan_memory(now_.plan, now_.peak.site);
  const int fullest = fullest_step(memory);
  std::vector<std::int64_t> bytes(whole_.steps.size(), 0);
  for (int s = 0; s < static_cast<int>(now_.plan.steps.size()); ++s) {
    const auto at = static_cast<std::size_t>(s);
    const auto made = static_cast<std::size_t>(now_.plan.steps[at].output);
    const auto value = static_cast<std::size_t>(memory.owner[made]);
    auto& own = nth(bytes, now_.origin[at]);
    if (s <= fullest && memory.last_use[made] >= fullest && memory.value_offset[value] >= 0) {
      own += memory.value_bytes[value];
    }
    if (s == fullest) {
      own += schedule::step_memory(now_.plan, now_.plan.makers(),
                                   now_.plan.steps[at])[std::size_t(now_.peak.site)]
                 .staging;
    }
  }
  return bytes;
}

RELATILE_INLINE std::vector<PlanShrinker::Try> PlanShrinker::tries() const {
  const std::vector<std::int64_t> bytes = bytes_when_fullest();
  std::vector<Try> all;
  for (const auto& possible : possible_) {
    Try next{0, cuts_.size(), possible.longest, cuts_};
    for (std::size_t i = 0; i < cuts_.size(); ++i) {
      if (cuts_[i].first == possible.cut) next.changed = i;
    }
    if (next.changed == cuts_.size()) next.cuts.emplace_back(possible.cut, 1);
    for (int member : possible.members) next.bytes += bytes[std::size_t(member)];
    if (next.bytes > 0) all.push_back(std::move(next));
  }
  sort_stably(all, [](const Try& a, const Try& b) { return a.bytes > b.bytes; });
  if (all.size() > most_tries) all.resize(most_tries);
  return all;
}

RELATILE_INLINE PlanShrinker::Cuts PlanShrinker::beside_each_other(const Cuts& cuts) const {
  pass::SlicedGroups groups(whole_);
  Cuts kept;
  for (const auto& [cut, count] : cuts) {
    const auto group = pass::SliceGroup::of(whole_, *uses_, cut, std::max(count, 2), groups);
    if (!group) continue;
    groups.add(group->steps());
    kept.emplace_back(cut, count);
  }
  return kept;
}

RELATILE_INLINE std::vector<PlanShrinker::Try> PlanShrinker::instead(std::vector<Try> ways) const {
  std::vector<Try> all;
  for (Try& next : ways) {
    if (next.changed < cuts_.size()) continue;
    std::rotate(next.cuts.begin(), next.cuts.end() - 1, next.cuts.end());  // the new one first
    next.cuts = beside_each_other(next.cuts);
    next.changed = 0;
    if (next.cuts.size() <= cuts_.size()) all.push_back(std::move(next));
  }
  return all;
}

RELATILE_INLINE std::optional<MeasuredPlan> PlanShrinker::coarsest(Try& next) const {
  const Size size = size_of(now_.peak);
  int& count = next.cuts[next.changed].second;
  while (count < most_slices && count < next.longest) {
    count *= 2;
    auto made = sliced(next.cuts);
    if (!made) return std::nullopt;
    if (size_of(made->peak) < size) return made;
  }
  return std::nullopt;
}

RELATILE_INLINE bool PlanShrinker::slice(std::vector<Try> ways) {
  std::optional<MeasuredPlan> best;
  Cuts cuts;
  for (Try& next : ways) {
    auto made = coarsest(next);
    if (!made) continue;
    if (best && !(size_of(made->peak) < size_of(best->peak))) continue;
    best = std::move(made);
    cuts = std::move(next.cuts);
  }
  if (!best) return false;
  best->plan.price = ordered_plan_.price + objective_.shrinking(best->plan, ordered_plan_);
  now_ = *std::move(best);
  cuts_ = std::move(cuts);
  return true;
}

}  // namespace relatile::planner
