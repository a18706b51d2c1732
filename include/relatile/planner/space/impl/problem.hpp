// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/problem.hpp"

#include <limits>
#include <set>
#include <string>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/cost/transfer_cost.hpp"
#include "relatile/placement/owned_parts.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/planner/space/joint_needs.hpp"
#include "relatile/planner/space/key_map.hpp"
#include "relatile/planner/space/search_space.hpp"
#include "relatile/planner/space/structure_key.hpp"
#include "relatile/planner/space/work_in_place.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::planner {

RELATILE_INLINE Problem::Problem(const std::vector<tra::NodePtr>& roots, int num_sites,
                                 const Objective& objective, std::shared_ptr<SharedSpaces> shared)
    : num_sites_(num_sites), objective_(objective), shared_(std::move(shared)) {
  const auto nodes = tra::topological_order(roots);
  order_ = std::make_unique<const LabelOrder>(nodes);
  members_.resize(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    index_[nodes[n].get()] = static_cast<int>(n);
    members_[n].node = nodes[n];
    if (nodes[n]->evaluated()) continue;
    for (std::size_t x = 0; x < nodes[n]->inputs.size(); ++x) {
      member_of(*nodes[n]->inputs[x]).readers.push_back({static_cast<int>(n), static_cast<int>(x)});
    }
  }
  for (std::size_t n = 0; n < members_.size(); ++n) set_space(static_cast<int>(n));
  for (std::size_t n = 0; n < members_.size(); ++n) set_output_layouts(static_cast<int>(n));
}

RELATILE_INLINE Problem::Problem(const Problem& other, const Objective& objective)
    : num_sites_(other.num_sites_),
      objective_(objective),
      shared_(other.shared_),
      members_(other.members_),
      index_(other.index_) {}

RELATILE_INLINE Problem::Problem(std::vector<Member> members, int num_sites,
                                 const Objective& objective)
    : num_sites_(num_sites),
      objective_(objective),
      shared_(std::make_shared<SharedSpaces>()),
      members_(std::move(members)) {
  for (std::size_t n = 0; n < members_.size(); ++n) {
    index_.emplace(members_[n].node.get(), static_cast<int>(n));
  }
}

RELATILE_INLINE const placement::Sharding* Problem::second(int n, int option) const {
  const int replica = output_layouts(n).replica(option);
  if (replica < 0 || member(n).supplier != n) return nullptr;
  return &nth(output_layouts(n).replicas, replica);
}

RELATILE_INLINE const JointNeed* Problem::joint(int n, int option) const {
  const int k = member(n).supplier == n ? output_layouts(n).joint(option) : -1;
  return k < 0 ? nullptr : &nth(output_layouts(n).joints, k);
}

RELATILE_INLINE Price Problem::work_price(int n, int c) const {
  const Member& m = member(n);
  if (m.role != Role::computed) return {};
  const Candidate& chosen = candidate(n, c);
  Price price{objective_.work({*m.node, chosen.layout, chosen.busiest_flops, chosen.busiest_bytes}),
              static_cast<double>(chosen.busiest_flops)};
  if (chosen.partial) {
    price.cost += objective_.transport(
        {m.node->type, chosen.produced, stored_by(n, c), chosen.reduction, true});
  }
  return price;
}

RELATILE_INLINE Price Problem::offer_price(int n, int c, int option) const {
  const Member& m = member(n);
  Price price;
  if (m.follows_candidate()) {
    if (candidate(n, c).stored != m.output_layouts->state(option)) return Price::impossible();
  } else if (m.role == Role::computed) {
    price.cost += move_price(m.node->type, stored_by(n, c), m.output_layouts->states.front());
  }
  if (const auto* replica = second(n, option)) {
    price.cost += copy_price(n, stored(n, option), *replica);
  }
  if (const auto* needed = joint(n, option)) {
    price.cost += joint_price(m.node->type, stored(n, option), *needed);
  }
  return price;
}

RELATILE_INLINE double Problem::move_price(const tra::RelationType& type,
                                           const placement::Sharding& have,
                                           const placement::Sharding& need) const {
  const cost::TransferCost move =
      type.elements ? shared_->moves.of(type, have, need) : costs_of(type).move(have, need);
  const Transport transport{type, have, need, move, false};
  return move.moves() ? objective_.transport(transport) : objective_.in_place(transport);
}

template <class Move>
double Problem::joint_price(const tra::RelationType& type, const placement::Sharding& have,
                            std::span<const placement::Sharding* const> parts,
                            const Move& move) const {
  const cost::TransferCosts costs = type.elements ? cost::TransferCosts(type) : costs_of(type);
  const bool can = objective_.joins_reads() && costs.joins_from(have) &&
                   std::none_of(parts.begin(), parts.end(),
                                [](const auto* part) { return part->irregular != nullptr; });
  if (!can) return std::numeric_limits<double>::infinity();
  const cost::TransferCost sent = move(costs);
  return sent.moves() ? objective_.transport({type, have, *parts.front(), sent, false}) : 0;
}

RELATILE_INLINE double Problem::joint_price(
    const tra::RelationType& type, const placement::Sharding& have,
    std::span<const placement::Sharding* const> parts) const {
  return joint_price(type, have, parts,
                     [&](const auto& costs) { return costs.move_all(have, parts); });
}

RELATILE_INLINE double Problem::joint_price(const tra::RelationType& type,
                                            const placement::Sharding& have,
                                            const cost::PartsTogether& together) const {
  return joint_price(type, have, together.parts(),
                     [&](const auto& costs) { return costs.move_all(have, together); });
}

RELATILE_INLINE double Problem::joint_price(const tra::RelationType& type,
                                            const placement::Sharding& have,
                                            const JointNeed& joint) const {
  std::vector<const placement::Sharding*> parts;
  for (const auto& part : joint.parts) parts.push_back(&part);
  // What is estimated of all together may fall short of what one of them is said to cost.
  double price = joint_price(type, have, parts);
  for (const auto* part : parts) price = std::max(price, move_price(type, have, *part));
  return price;
}

RELATILE_INLINE bool Problem::shares_reads(int n, int slot) const {
  const bool is_map = member(n).node->kind() == tra::Kind::map;
  if (num_sites_ > (is_map ? most_sites_of_maps : most_sites_shared)) return false;
  if (!objective_.joins_reads()) return false;
  for (int other = 0; other < num_slots(n); ++other) {
    if (other != slot && reads_same(n, slot, other)) return true;
  }
  return false;
}

RELATILE_INLINE std::vector<const placement::Sharding*> Problem::needs_of_value(int n, int slot,
                                                                                int c) const {
  std::vector<const placement::Sharding*> needs;
  for (int other = slot; other < num_slots(n); ++other) {
    if (!reads_same(n, slot, other)) continue;
    const placement::Sharding& need = need_of(n, other, c);
    const auto is_same = [&](const auto* known) { return *known == need; };
    if (std::none_of(needs.begin(), needs.end(), is_same)) needs.push_back(&need);
  }
  return needs;
}

RELATILE_INLINE Problem::SharedRead Problem::shared_read(int n, int slot, int c, int option) const {
  const int u = operand(n, slot);
  const tra::RelationType& type = member(u).node->type;
  SharedRead shared;
  for (const auto* need : needs_of_value(n, slot, c)) {
    const double price = read(u, option, *need);
    shared.apart += price;
    if (price > 0) shared.missing.push_back(need);
  }
  if (shared.missing.size() < 2) return shared;
  shared.together = joint_price(type, stored(u, option), shared.missing);
  const auto* copy = second(u, option);
  if (copy && placement::covers(*copy, type.extents)) {
    shared.together = std::min(shared.together, joint_price(type, *copy, shared.missing));
  }
  return shared;
}

RELATILE_INLINE Price Problem::price(const Assignment& assignment) const {
  Price total;
  for (int n = 0; n < size(); ++n) {
    const int c = nth(assignment.candidate, n);
    total = total + work_price(n, c) + offer_price(n, c, nth(assignment.option, n));
    for (int slot = 0; member(n).chooses() && slot < num_slots(n); ++slot) {
      const int supplier = member(operand(n, slot)).supplier;
      total = total + read_price(n, slot, c, nth(assignment.option, supplier));
    }
  }
  if (const auto whole = objective_.whole(*this, assignment)) total.cost = *whole;
  return total;
}

RELATILE_INLINE double Problem::read(int u, int option, const placement::Sharding& need) const {
  const tra::RelationType& type = member(u).node->type;
  const double first = move_price(type, stored(u, option), need);
  const auto* together = joint(u, option);
  if (together && first > 0 && output_layouts(u).serves(*together, need)) return 0;
  const auto* replica = second(u, option);
  if (!replica || first == 0) return first;
  return std::min(first, price_from_copy(type, *replica, need));
}

RELATILE_INLINE void Problem::set_space(int n) {
  Member& m = nth(members_, n);
  const tra::Node& node = *m.node;
  m.supplier = n;
  if (node.evaluated()) {
    m.role = Role::stored;
    auto& known = shared_->stored[node.value.get()];
    if (!known) {
      known = shared_->alike.kept(given_structure("stored", node), stored_space(node));
      shared_->kept.push_back(node.value);
      shared_->kept.push_back(m.node);
    }
    m.space = known;
  } else if (!node.pins.placed() && (is_key_map(node) || is_pass_through(node))) {
    m.role = Role::renamed;
    m.supplier = member_of(*node.inputs[0]).supplier;
  } else if (is_pass_through(node)) {
    m.role = Role::moved;
    const Member& from = member_of(*node.inputs[0]);
    const bool stays = from.role == Role::stored || from.role == Role::anywhere;
    NodeSpace space = moved_space(node, stays ? &from.space->states.front() : nullptr);
    m.space = shared_->alike.kept(given_structure("moved", node), std::move(space));
    shared_->kept.push_back(m.node);
  } else {
    m.role = node.kind() == tra::Kind::input ? (node.is_anywhere() ? Role::anywhere : Role::free)
                                             : Role::computed;
    const std::string structure = StructureKey::of(node, order_->ranks(node));
    std::string key = structure;
    for (int slot : followed_slots(node)) {
      const void* const space = member_of(*nth(node.inputs, slot)).space.get();
      key += ' ' + std::to_string(slot) + ':' +
             std::to_string(reinterpret_cast<std::uintptr_t>(space));
    }
    auto& known = shared_->spaces[key];
    if (!known) {
      known = shared_->alike.kept(structure, make_space(node));
      shared_->kept.push_back(m.node);  // the key may be its address
    }
    m.space = known;
  }
}

RELATILE_INLINE NodeSpace Problem::make_space(const tra::Node& node) const {
  if (node.kind() != tra::Kind::input) {
    NodeSpace space = compute_space(node, num_sites_, objective_, order_->ranks(node));
    space.own_states = space.states.size();
    for (int slot : followed_slots(node)) {
      const Member& operand = member(index_of(*nth(node.inputs, slot)));
      const bool is_told = operand.role == Role::computed && operand.is_given();
      const NodeSpace told = is_told ? told_space(*operand.node) : NodeSpace();
      follow_operand(space, node, slot, is_told ? told : *operand.space, operand.is_given());
    }
    return space;
  }
  if (!node.is_anywhere()) return free_input_space(node, num_sites_, order_->ranks(node));
  NodeSpace space;
  space.states = {whole_sharding(node.type.extents, num_sites_, num_sites_)};
  return space;
}

RELATILE_INLINE std::vector<int> Problem::followed_slots(const tra::Node& node) const {
  std::vector<int> slots;
  if (!node.pins.plan.empty() || !node.type.elements) return slots;
  const bool many_sites = num_sites_ > placement::every_product_up_to;
  const bool quick = node.kind() == tra::Kind::map || size() <= few_nodes;
  for (int slot = 0; slot < static_cast<int>(node.inputs.size()); ++slot) {
    const Member& operand = member(index_of(*nth(node.inputs, slot)));
    const bool is_made = operand.role == Role::computed;
    const bool is_followed = operand.is_given() || (is_made && many_sites && quick) ||
                             (is_made && size() <= few_nodes && !operand.space->at_home.empty());
    if (is_followed && operand.node->type.elements) slots.push_back(slot);
  }
  return slots;
}

RELATILE_INLINE void Problem::set_output_layouts(int n) {
  Member& m = nth(members_, n);
  if (m.role == Role::renamed) {
    const int input = operand(n, 0);
    shared_->kept.push_back(m.node);
    for (std::size_t s = 0; s < output_layouts(n).states.size(); ++s) {
      const placement::Sharding& from = stored(input, static_cast<int>(s));
      m.renamed.push_back(is_key_map(*m.node) ? placement::irregular_sharding(
                                                    mapped_placement(*m.node, from.boxes()))
                                              : from);
    }
    return;
  }
  std::vector<const void*> key{m.space.get()};
  int before = -1;
  for (const Reader& reader : m.readers) {
    // An operator that reads it twice is not two that read it once.
    if (reader.node != before) key.push_back(member(reader.node).space.get());
    key.push_back(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(reader.slot)));
    before = reader.node;
  }
  const bool fixed = m.role == Role::computed && m.node->pins.placed();
  auto& known = shared_->output_layouts[key];
  if (!known || fixed) {
    auto output_layouts = std::make_shared<OutputLayouts>();
    output_layouts->states =
        fixed ? std::vector<placement::Sharding>{pinned(*m.node)} : m.space->states;
    if (m.role == Role::free) {  // others have their space's states, which share ranges already
      add_owned_parts(m, *output_layouts);
      shared_->alike.share_ranges(output_layouts->states);
    }
    if (m.role != Role::anywhere) {
      add_replicas(m, *output_layouts);
      JointNeeds(*this, m, *output_layouts).add();
    }
    if (fixed) shared_->kept.push_back(output_layouts);
    known = std::move(output_layouts);
  }
  m.output_layouts = known;
}

RELATILE_INLINE void Problem::add_owned_parts(const Member& m,
                                              OutputLayouts& output_layouts) const {
  const Extents& extents = m.node->type.extents;
  for (const Reader& reader : m.readers) {
    if (!member(reader.node).chooses()) continue;
    for (const auto& need : nth(member(reader.node).space->needs, reader.slot)) {
      auto owned = placement::owned_parts(need, extents);
      if (!owned || !is_spread(*owned, extents)) continue;
      if (most_states <= output_layouts.states.size()) {
        output_layouts.complete = false;
        return;
      }
      index_in(output_layouts.states, *std::move(owned));
    }
  }
}

RELATILE_INLINE std::vector<Problem::SharedNeed> Problem::shared_needs(const Member& m) const {
  std::vector<placement::Sharding> places;
  std::vector<SharedNeed> needs;
  for (const Reader& reader : m.readers) {
    if (!member(reader.node).chooses()) continue;
    std::set<std::size_t> seen;  // needs of this reader
    for (const auto& need : nth(member(reader.node).space->needs, reader.slot)) {
      const auto at = static_cast<std::size_t>(index_in(places, need));
      if (at == needs.size()) needs.push_back({need, 0});
      if (seen.insert(at).second) ++needs[at].num_readers;
    }
  }
  return needs;
}

RELATILE_INLINE void Problem::add_replicas(const Member& m, OutputLayouts& output_layouts) const {
  // What is moved to where the caller wants it is there, too, if readers find it where it was.
  if (m.role == Role::moved && output_layouts.states.size() > 1) {
    output_layouts.replicas.push_back(output_layouts.states.front());
  }
  const auto num_readers =
      std::count_if(m.readers.begin(), m.readers.end(),
                    [&](const Reader& reader) { return member(reader.node).chooses(); });
  if (num_readers < 2) return;
  const tra::RelationType& type = m.node->type;
  std::vector<SharedNeed> needs = shared_needs(m);
  std::erase_if(needs, [&](const SharedNeed& need) {
    const auto& states = output_layouts.states;
    const bool is_there = states.size() == 1 || m.role == Role::moved;
    if (is_there && need.place == states.front()) return true;
    // Others can't read what has not all of it.
    return need.num_readers < 2 && !placement::covers(need.place, type.extents);
  });
  const MostCopies& limits = size() <= few_nodes ? most_copies : most_copies_of_many;
  const std::size_t most = std::clamp(limits.options / output_layouts.states.size(),
                                      fewest_copies + 1, limits.placements + 1) -
                           1;
  if (needs.size() > most) {
    // Those that most readers can use first, and of these what is cheapest to make, as if the value
    // were stored in its first state.
    for (SharedNeed& need : needs) {
      need.price = move_price(type, output_layouts.states.front(), need.place);
    }
    sort_stably(needs, [](const SharedNeed& a, const SharedNeed& b) {
      return a.num_readers != b.num_readers ? a.num_readers > b.num_readers : a.price < b.price;
    });
    output_layouts.complete = needs[most].num_readers < 2;
    needs.resize(most);
  }
  for (SharedNeed& need : needs) output_layouts.replicas.push_back(std::move(need.place));
}

}  // namespace relatile::planner
