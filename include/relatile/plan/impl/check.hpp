// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/check.hpp"

#include <algorithm>

#include "relatile/core/access.hpp"
#include "relatile/core/box_index.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/check_exchange.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::plan {

RELATILE_INLINE void PlanCheck::run() {
  for (std::size_t v = 0; v < plan_.values.size(); ++v) check_placement(v);
  for (const Step& step : plan_.steps) {
    const auto out = static_cast<std::size_t>(step.output);
    check_slice(step);
    require(plan_.values[out].node == step.node, step, "it is a value of another operator");
    for (int input : step.inputs) {
      require(nth(made_, input), step, "its operand " + value_name(input) + " is not made before");
    }
    check(step);
    made_[out] = ++slices_[out].next == step.slice.count;
  }
  for (const auto& [node, value] : plan_.results) check_result(node, value);
}

RELATILE_INLINE void PlanCheck::check_placement(std::size_t v) const {
  const Value& value = plan_.values[v];
  const Box all = Box::whole(type_of(value).extents);
  const std::string name = value_name(static_cast<int>(v));
  require(value.placement.num_sites() == plan_.num_sites, name, "it is on other sites");
  for (int site = 0; site < plan_.num_sites; ++site) {
    std::vector<Box> before;
    for (const auto& box : value.placement.of(site)) {
      require(box.rank() == all.rank() && all.contains(box), name,
              "a site holds what is outside of the array");
      require(outside(box, before) == std::vector<Box>{box} || box.empty(), name,
              "a site holds something twice");
      before.push_back(box);
    }
  }
}

RELATILE_INLINE void PlanCheck::check(const Step& step) {
  const Value& made = value(step.output);
  const bool brings_array =
      step.kind == StepKind::exchange && !step.exchange.reduces && type_of(made).elements;
  require(brings_array || !made.placement.is_in_one_piece(), step,
          "its boxes are in one piece, as only those of an array are that an exchange brings");
  switch (step.kind) {
    case StepKind::stored: return check_stored(step);
    case StepKind::exchange: return check_moved(step);
    case StepKind::local: break;
  }
  check_operands(step);
  if (node(step.node).source().empty()) {
    check_computed(step);
  } else {
    check_renamed(step);
  }
}

RELATILE_INLINE void PlanCheck::check_stored(const Step& step) const {
  const tra::Node& stored = node(step.node);
  require(stored.evaluated() && step.inputs.empty(), step, "its data is not there");
  require(stored.value->held == value(step.output).placement.table() && !value(step.output).partial,
          step, "it is stored otherwise");
}

RELATILE_INLINE void PlanCheck::check_slice(const Step& step) {
  Slices& slices = nth(slices_, step.output);
  const Slice& slice = step.slice;
  require(slices.next == 0 || slice.index > 0, step, "it is made twice");
  require(slice.index == slices.next && slice.index < slice.count, step,
          "its slices are not in order");
  if (slice.index == 0) slices.first = slice;
  require(slice.count == slices.first.count && slice.adds == slices.first.adds, step,
          "its slices do not belong together");
  const bool kernel = step.kind == StepKind::local && node(step.node).source().empty();
  require(slice.count == 1 || kernel || (step.kind == StepKind::exchange && step.exchange.reduces),
          step, "what is moved or renamed has no slices");
}

RELATILE_INLINE void PlanCheck::check_moved(const Step& step) {
  require(step.inputs.size() == 1 && value(step.inputs[0]).node == step.node, step,
          "an exchange moves one value");
  const Value& from = value(step.inputs[0]);
  const Value& to = value(step.output);
  const tra::Node& moved = node(step.node);
  require(from.partial == step.exchange.reduces && (from.partial || !to.partial), step,
          "contributions must be combined when they are moved, and nothing else");
  require(!from.partial || moved.reduction() || moved.combine(), step,
          "nothing is aggregated here");
  if (from.partial) check_contributions(step);
  const std::string fault = exchange_fault(step.exchange, from.placement, to.placement, to.partial);
  require(fault.empty(), step, fault);
}

RELATILE_INLINE void PlanCheck::check_operands(const Step& step) const {
  const tra::Node& node_ = node(step.node);
  require(!node_.evaluated() && node_.kind() != tra::Kind::input &&
              step.inputs.size() == node_.inputs.size(),
          step, "it has another number of operands");
  for (std::size_t slot = 0; slot < step.inputs.size(); ++slot) {
    const Value& operand = value(step.inputs[slot]);
    const tra::Node* wanted = tra::behind_identities(*node_.inputs[slot]);
    require(wanted == tra::behind_identities(node(operand.node)) && !operand.partial, step,
            value_name(step.inputs[slot]) + " is not its operand " + std::to_string(slot));
  }
}

RELATILE_INLINE void PlanCheck::check_contributions(const Step& step) {
  std::vector<Box>& all = nth(slices_, step.output).work;
  const std::vector<Box>& more = nth(slices_, step.inputs[0]).work;
  all.insert(all.end(), more.begin(), more.end());
  const Box labels = Box::whole(node(step.node).labels);
  if (labels.empty() || step.slice.index + 1 < step.slice.count) return;
  std::int64_t points = 0;
  for (const auto& box : all) points += box.count();
  require(points == labels.count() && disjoint(all),
          value_name(step.slice.count > 1 ? step.output : step.inputs[0]),
          "not every contribution is made once");
}

RELATILE_INLINE void PlanCheck::check_computed(const Step& step) {
  const Box all = Box::whole(node(step.node).labels);
  require(step.iteration.size() == static_cast<std::size_t>(plan_.num_sites), step,
          "it says nothing of some sites");
  Slices& slices = nth(slices_, step.output);
  for (int site = 0; site < plan_.num_sites; ++site) {
    const Box box = nth(step.iteration, site);
    require(box.rank() == all.rank() && all.contains(box), step,
            "a site works outside of its labels");
    check_reads(step, site, box);
    slices.work.push_back(box);
  }
  if (step.slice.index + 1 < step.slice.count) return;
  for (int site = 0; site < plan_.num_sites; ++site) {
    check_share(step, site, whole_share(step, site));
  }
}

RELATILE_INLINE Box PlanCheck::whole_share(const Step& step, int site) const {
  const auto& work = nth(slices_, step.output).work;
  const Access& output = node(step.node).output;
  std::vector<Box> parts;
  Box all = nth(step.iteration, site);
  std::int64_t points = 0;
  for (auto s = static_cast<std::size_t>(site); s < work.size();
       s += static_cast<std::size_t>(plan_.num_sites)) {
    const Box& part = work[s];
    if (part.empty()) continue;
    for (const auto& before : parts) {
      const Box common = intersect(output.image(before), output.image(part));
      require(step.slice.adds ? output.image(parts.front()).contains(output.image(part))
                              : common.empty(),
              step, "its slices do not fit together");
    }
    all = parts.empty() ? part : box_around(all, part);
    points += part.count();
    parts.push_back(part);
  }
  require(points == all.count() && disjoint(parts), step, "its slices overlap or leave gaps");
  return all;
}

RELATILE_INLINE void PlanCheck::check_reads(const Step& step, int site, const Box& box) const {
  if (box.empty()) return;
  for (std::size_t slot = 0; slot < step.inputs.size(); ++slot) {
    const Value& operand = value(step.inputs[slot]);
    require(holds_all(operand, site, node(step.node).accesses[slot].image(box)), step,
            "a site lacks a part of " + value_name(step.inputs[slot]));
  }
}

RELATILE_INLINE void PlanCheck::check_share(const Step& step, int site, const Box& box) const {
  const tra::Node& made = node(step.node);
  const Value& result = value(step.output);
  const auto& held = result.placement.of(site);
  // Contributions of who has nothing to sum up are those of an operator that has nothing itself.
  const bool sums_of_nothing = Box::whole(made.labels).empty() || (box.empty() && result.partial);
  const Box image = made.output.image(box);
  require(sums_of_nothing || (image.empty() && outside(held.written_out(), {}).empty()) ||
              (held.size() == 1 && held[0] == image),
          step, "a site is to hold something else than it computes");
  if (box.empty()) return;
  for (int l = 0; l < made.labels.rank(); ++l) {
    const bool whole = box.low[l] == 0 && box.high[l] == made.labels[l];
    const bool divided = nth(made.whole_label, l) || (made.aggregates(l) && !result.partial);
    require(whole || !divided, step, "a site needs all of a label and has a part");
  }
}

RELATILE_INLINE bool PlanCheck::holds_all(const Value& operand, int site, const Box& box) const {
  const tra::RelationType& type = type_of(operand);
  if (type.elements) return operand.placement.holds(site, box);
  bool all = true;
  for_each_coordinate(box, [&](const Key& key) {
    all = all && (!type.has_key(linear_index(key, type.extents)) ||
                  operand.placement.holds(site, unit_box(key)));
  });
  return all;
}

RELATILE_INLINE void PlanCheck::check_renamed(const Step& step) const {
  const tra::Node& made = node(step.node);
  const Value& from = value(step.inputs[0]);
  const Value& to = value(step.output);
  require(step.iteration.empty() && !to.partial, step, "it computes nothing");
  const std::vector<std::int64_t>& behind = made.source();
  for (std::size_t slot = 0; slot < behind.size(); ++slot) {
    if (behind[slot] < 0) continue;
    const Box before = unit_box(key_from_linear_index(behind[slot], type_of(from).extents));
    const Box after =
        unit_box(key_from_linear_index(static_cast<std::int64_t>(slot), made.type.extents));
    for (int site = 0; site < plan_.num_sites; ++site) {
      require(from.placement.holds(site, before) == to.placement.holds(site, after), step,
              "its blocks are not where they were");
    }
  }
}

RELATILE_INLINE void PlanCheck::check_result(int kept, int v) const {
  const Value& result = value(v);
  const std::string name = value_name(v);
  require(nth(made_, v), name, "nothing makes this result");
  require(!result.partial &&
              tra::behind_identities(node(kept)) == tra::behind_identities(node(result.node)),
          name, "it is not the result that was asked for");
  std::vector<Box> held;
  for (int site = 0; site < plan_.num_sites; ++site) {
    const placement::SiteBoxes boxes = result.placement.of(site);
    held.insert(held.end(), boxes.begin(), boxes.end());
  }
  const tra::RelationType& type = type_of(result);
  bool complete = true;
  for (const auto& missing : outside({Box::whole(type.extents)}, held)) {
    complete = complete && !type.elements && type.bytes_in(missing) == Bytes{0} &&
               !has_keys(type, missing);
  }
  require(complete, name, "no site holds a part of this result");
}

RELATILE_INLINE bool PlanCheck::has_keys(const tra::RelationType& type, const Box& box) {
  bool any = false;
  for_each_coordinate(
      box, [&](const Key& key) { any = any || type.has_key(linear_index(key, type.extents)); });
  return any;
}

}  // namespace relatile::plan
