// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/spartan15/planner.hpp"

#include <algorithm>
#include <limits>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::papers::spartan15 {

RELATILE_INLINE Search::Search(const Problem& problem, std::int64_t budget)
    : rule_(problem, objective_), budget_(budget), groups_(static_cast<std::size_t>(rule_.size())) {
  find_edges();
  for (int n = 0; n < rule_.size(); ++n) {
    if (is_group(n)) group(n).ways = ways_of(rule_, n);
  }
  for (int n = 0; n < rule_.size(); ++n) {
    if (is_group(n)) add_tiles(n);
  }
  for (int n : by_connectivity()) decide(n);
}

RELATILE_INLINE PartialAssignment Search::decided() const {
  PartialAssignment decided(rule_);
  for (int n = 0; n < rule_.size(); ++n) {
    if (!is_group(n)) continue;
    const auto at = static_cast<std::size_t>(n);
    const Group& g = groups_[at];
    const Tile& chosen = nth(g.tiles, g.left.front());
    decided.candidate[at] = nth(g.ways, chosen.way).candidate;
    decided.option[at] = chosen.option;
  }
  return decided;
}

RELATILE_INLINE void Search::find_edges() {
  const auto readers = readers_of_suppliers(rule_);
  for (int n = 0; n < rule_.size(); ++n) {
    if (!is_group(n)) continue;
    group(n).is_view = rule_.member(n).role == Role::computed && rule_.member(n).node->is_view();
    for (const Reader& reader : nth(readers, n)) {
      slots_[{n, reader.node}].push_back(reader.slot);
      neighbours_[n].insert(reader.node);
      neighbours_[reader.node].insert(n);
    }
  }
}

RELATILE_INLINE void Search::add_tiles(int n) {
  const OutputLayouts& output_layouts = rule_.output_layouts(n);
  std::vector<int> replicas;
  for (int k = 0; k < static_cast<int>(output_layouts.replicas.size()); ++k) {
    if (is_wanted(n, nth(output_layouts.replicas, k))) replicas.push_back(k);
  }
  Group& g = group(n);
  for (int w = 0; w < static_cast<int>(g.ways.size()); ++w) {
    const Way& way = nth(g.ways, w);
    const Price work = rule_.work_price(n, way.candidate);
    add_tile(n, {w, way.state, work.cost, 0});
    for (int k : replicas) {
      const auto& replica = nth(output_layouts.replicas, k);
      if (replica == nth(output_layouts.states, way.state)) continue;
      const double bytes = floats_held(rule_.member(n).node->type, replica) *
                           std::max<double>(rule_.member(n).node->type.block.element.size, 1);
      add_tile(
          n, {w, output_layouts.option(way.state, k), work.cost, static_cast<std::int64_t>(bytes)});
    }
  }
}

RELATILE_INLINE void Search::add_tile(int n, Tile tile) {
  Group& g = group(n);
  const int c = nth(g.ways, tile.way).candidate;
  tile.cost += rule_.offer_price(n, c, tile.option).cost;
  g.left.push_back(static_cast<int>(g.tiles.size()));
  g.tiles.push_back(tile);
}

RELATILE_INLINE bool Search::is_wanted(int n, const placement::Sharding& replica) {
  for (const Reader& reader : rule_.member(n).readers) {
    if (!rule_.member(reader.node).chooses()) continue;
    for (const Way& way : group(reader.node).ways) {
      if (rule_.need_of(reader.node, reader.slot, way.candidate) == replica) return true;
    }
  }
  return false;
}

RELATILE_INLINE std::vector<int> Search::by_connectivity() {
  std::vector<int> order;
  for (int n = 0; n < rule_.size(); ++n) {
    if (is_group(n)) order.push_back(n);
  }
  sort_stably(order, [&](int a, int b) { return neighbours_[a].size() > neighbours_[b].size(); });
  return order;
}

RELATILE_INLINE void Search::decide(int n) {
  int best = -1;
  double least = std::numeric_limits<double>::infinity();
  for (int t : group(n).left) {
    if (nth(group(n).tiles, t).extra > budget_) continue;
    const double cost = nth(group(n).tiles, t).cost + find_cost(n, t, -1);
    if (!(cost < least)) continue;
    least = cost;
    best = t;
  }
  group(n).left = {best};
  budget_ -= nth(group(n).tiles, best).extra;
}

RELATILE_INLINE double Search::find_cost(int n, int t, int came_from) {
  double total = 0;
  for (int other : neighbours_[n]) {
    if (other == came_from) continue;
    int nearest = group(other).left.front();
    double least = std::numeric_limits<double>::infinity();
    for (int u : group(other).left) {
      const double weight = n < other ? read(n, t, other, u) : read(other, u, n, t);
      if (weight < least) {
        least = weight;
        nearest = u;
      }
    }
    total += least;
    const bool view = group(other).is_view && group(other).left.size() > 1;
    if (view) total += find_cost(other, nearest, n);
  }
  return total;
}

RELATILE_INLINE double Search::read(int n, int t, int v, int u) {
  const Tile& from = nth(group(n).tiles, t);
  const Tile& to = nth(group(v).tiles, u);
  auto& known = weights_[{n, v}];
  const std::size_t width = group(v).ways.size();
  if (known.empty()) known.assign(group(n).tiles.size() * width, -1);
  double& weight = known[static_cast<std::size_t>(t) * width + static_cast<std::size_t>(to.way)];
  if (weight >= 0) return weight;
  weight = 0;
  const int c = nth(group(v).ways, to.way).candidate;
  for (int slot : slots_[{n, v}]) weight += rule_.read_price(v, slot, c, from.option).cost;
  return weight;
}

}  // namespace relatile::papers::spartan15

namespace relatile::papers {

RELATILE_INLINE std::int64_t bytes_of_inputs(const Problem& problem) {
  std::int64_t bytes = 0;
  for (int n = 0; n < problem.size(); ++n) {
    const Role role = problem.member(n).role;
    if (role == Role::computed || role == Role::moved || role == Role::renamed) continue;
    const tra::RelationType& type = problem.member(n).node->type;
    bytes += type.bytes_in(Box::whole(type.extents)).value;
  }
  return bytes;
}

}  // namespace relatile::papers
