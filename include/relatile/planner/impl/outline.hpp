// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/outline.hpp"

#include <algorithm>
#include <limits>

#include "relatile/core/nth.hpp"
#include "relatile/cost/transfer_cost.hpp"
#include "relatile/placement/all_parts.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/placement/tree_reduction.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/planner/space/key_map.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::planner {

namespace detail {

/// Whether every site has all that it holds in one piece of memory.
inline bool is_one_piece(const placement::Placement& place) {
  for (int site = 0; site < place.num_sites(); ++site) {
    if (place.pieces(site).size() > 1) return false;
  }
  return true;
}

}  // namespace detail

RELATILE_INLINE Outline Outliner::outline(const std::vector<tra::NodePtr>& results) {
  replicas_of_.resize(static_cast<std::size_t>(problem_.size()));
  for (int n = 0; n < problem_.size(); ++n) {
    nth(replicas_of_, n).push_back(add_node(n));
    add_places_of_moved(n);
    add_replica(n);
  }
  for (const auto& result : results) {
    const int n = problem_.index_of(*result);
    const auto placed = placed_.find(n);
    outline_.results.emplace_back(n, placed == placed_.end() ? value_of(n) : placed->second);
  }
  return std::move(outline_);
}

RELATILE_INLINE int Outliner::add(OutlineStep step, placement::Sharding place, bool partial) {
  step.output = static_cast<int>(outline_.values.size());
  outline_.values.push_back({step.node, std::move(place), partial});
  outline_.steps.push_back(std::move(step));
  return outline_.steps.back().output;
}

RELATILE_INLINE int Outliner::add_node(int n) {
  const tra::Node& node = *problem_.member(n).node;
  switch (problem_.member(n).role) {
    case Role::stored:
    case Role::free:
    case Role::anywhere:
      return add({plan::StepKind::stored, n, {}}, problem_.stored(n, option_of(n)));
    case Role::moved: return add_moved(n);
    case Role::renamed: {
      const int operand = problem_.operand(n, 0);
      if (is_key_map(node)) return add_key_map(n, stored_value_of(operand));
      const auto placed = placed_.find(operand);
      if (placed != placed_.end()) placed_[n] = placed->second;
      return value_of(operand);
    }
    case Role::computed: break;
  }
  const int value = add_local(n);
  return node.pins.placed() ? placed({value}, pinned(node)) : value;
}

RELATILE_INLINE int Outliner::add_moved(int n) {
  placed_[n] = placed(operand_values(n, 0), pinned(*problem_.member(n).node));
  const bool stays = problem_.member(n).space->states.size() > 1;
  return stays ? value_of(problem_.operand(n, 0)) : placed_[n];
}

RELATILE_INLINE void Outliner::add_places_of_moved(int n) {
  if (problem_.member(n).role != Role::moved || value_of(n) == placed_.at(n)) return;
  // Where its operand is comes first: what others read there is sent once.
  nth(replicas_of_, n) = operand_values(n, 0);
  nth(replicas_of_, n).push_back(placed_.at(n));
}

RELATILE_INLINE int Outliner::stored_value_of(int n) const {
  const auto placed = placed_.find(n);
  if (placed == placed_.end()) return value_of(n);
  const bool as_told = problem_.stored(n, option_of(n)) == outline_.value(placed->second).place;
  return as_told ? placed->second : value_of(n);
}

RELATILE_INLINE void Outliner::add_replica(int n) {
  if (problem_.member(n).supplier != n) return;
  const placement::Sharding* replica = problem_.second(n, option_of(n));
  const JointNeed* joint = problem_.joint(n, option_of(n));
  if (!replica && !joint) return;
  auto& values = nth(replicas_of_, n);
  const int made = moved(values, joint ? placement::all_parts(joint->parts) : *replica);
  if (made == values.front()) return;
  values.push_back(made);
  nth(outline_.values, made).is_joint = joint != nullptr;
}

RELATILE_INLINE int Outliner::add_key_map(int n, int from) {
  const tra::Node& node = *problem_.member(n).node;
  return add({plan::StepKind::local, n, {from}}, placement::irregular_sharding(mapped_placement(
                                                     node, outline_.value(from).place.boxes())));
}

RELATILE_INLINE int Outliner::add_local(int n) {
  const int c = nth(assignment_.candidate, n);
  const Candidate& candidate = problem_.candidate(n, c);
  OutlineStep step{plan::StepKind::local, n, {}, -1, c};
  std::map<int, SharedRead> shared;  // by the first slot that reads a value
  for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
    const auto [read, is_new] = shared.try_emplace(problem_.first_of_value(n, slot));
    if (is_new) read->second = shared_read(n, read->first, c);
    const placement::Sharding& need = problem_.need_of(n, slot, c);
    const bool is_shared = read->second.serves(need);
    step.inputs.push_back(
        moved(is_shared ? std::vector{read->second.value} : operand_values(n, slot), need));
  }
  const int value = add(std::move(step), candidate.produced, candidate.partial);
  return candidate.partial ? reduced(value, problem_.stored_by(n, c)) : value;
}

RELATILE_INLINE Outliner::SharedRead Outliner::shared_read(int n, int slot, int c) {
  const int u = problem_.operand(n, slot);
  if (problem_.member(u).role == Role::anywhere || !problem_.shares_reads(n, slot)) return {};
  auto shared = problem_.shared_read(n, slot, c, option_of(u));
  if (shared.missing.size() < 2 || shared.apart < shared.together) return {};
  const auto [known, is_new] = unions_.try_emplace(shared.missing);
  if (is_new) {
    std::vector<placement::Sharding> parts;
    for (const auto* missing : shared.missing) parts.push_back(*missing);
    known->second = placement::all_parts(parts);
  }
  // At the same price one exchange is better if nothing is copied out of what it brings.
  const bool pays = shared.together < shared.apart || detail::is_one_piece(known->second.boxes());
  if (!pays) return {};
  return {std::move(shared.missing), moved(operand_values(n, slot), known->second)};
}

RELATILE_INLINE int Outliner::reduced(int value, const placement::Sharding& target) {
  const int n = outline_.value(value).node;
  while (auto sums = placement::tree_reduction_stage(outline_.value(value).place, target)) {
    value = add({plan::StepKind::exchange, n, {value}, -1, -1, true}, *std::move(sums), true);
  }
  return add({plan::StepKind::exchange, n, {value}, -1, -1, true}, target);
}

RELATILE_INLINE bool Outliner::fits(int value, const placement::Sharding& need) const {
  const placement::Sharding& have = outline_.value(value).place;
  if (have == need) return true;
  const tra::RelationType& type = problem_.member(outline_.value(value).node).node->type;
  if (type.elements && !have.irregular && !need.irregular) {
    return !cost::TransferCosts(type).move(have, need).moves();
  }
  const placement::Placement held = have.boxes();
  const placement::Placement wanted = need.boxes();
  for (int site = 0; site < wanted.num_sites(); ++site) {
    for (const auto& box : wanted.of(site)) {
      if (!held.holds(site, box)) return false;
    }
  }
  return true;
}

RELATILE_INLINE int Outliner::moved(const std::vector<int>& values,
                                    const placement::Sharding& need) {
  for (int value : values) {
    if (fits(value, need)) return value;
  }
  return sent(values, need);
}

RELATILE_INLINE int Outliner::placed(const std::vector<int>& values,
                                     const placement::Sharding& wanted) {
  const placement::Placement boxes = wanted.boxes();
  for (int value : values) {
    if (outline_.value(value).place.boxes() == boxes) return value;
  }
  return sent(values, wanted);
}

RELATILE_INLINE int Outliner::sent(const std::vector<int>& values,
                                   const placement::Sharding& need) {
  const int n = outline_.value(values.front()).node;
  if (problem_.member(n).role == Role::anywhere) {
    return add({plan::StepKind::stored, n, {}}, need);
  }
  for (int value : values) {
    for (int made : moves_of(value)) {
      if (outline_.value(made).place == need) return made;
    }
  }
  const tra::RelationType& type = problem_.member(n).node->type;
  const cost::TransferCosts transfer_costs(type);
  const auto bytes = [&](int value) {
    const placement::Sharding& have = outline_.value(value).place;
    const std::int64_t missing = transfer_costs.move(have, need).bytes;
    // Of a value's copies only the first is sure to have all of it.
    const bool whole =
        value == values.front() ||
        (outline_.value(value).is_joint ? missing == 0 : placement::covers(have, type.extents));
    return whole ? missing : std::numeric_limits<std::int64_t>::max();
  };
  const int nearest = *std::min_element(values.begin(), values.end(),
                                        [&](int a, int b) { return bytes(a) < bytes(b); });
  const int made = add({plan::StepKind::exchange, n, {nearest}}, need);
  moves_of_.resize(outline_.values.size());
  nth(moves_of_, nearest).push_back(made);
  return made;
}

}  // namespace relatile::planner
