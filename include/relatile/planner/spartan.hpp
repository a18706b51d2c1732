// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "relatile/planner/completion.hpp"
#include "relatile/planner/paper_objectives.hpp"
#include "relatile/planner/spartan_tilings.hpp"

namespace relatile::planner::spartan {

/// A tiling node: a way to have an array, and perhaps a second copy of it in another tiling.
struct Tile {
  int way = 0;
  int option = 0;
  double cost = 0;         ///< of updating the array, and of making the copy
  std::int64_t extra = 0;  ///< bytes that the copy takes
};

/// The tilings of one array, of which one is to be chosen.
struct Group {
  std::vector<Way> ways;
  std::vector<Tile> tiles;
  std::vector<int> left;  ///< the tiles that may still be chosen
  bool is_view = false;
};

/// Maximum connectivity first: the array with most neighbours is given the tiling that costs least
/// if all its neighbours suit it, then the next one, under what is decided already.
///
///   source  [spartan15] sections 3.3, Fig. 8, and 3.4
class Search {
 public:
  Search(const Problem& problem, std::int64_t budget)
      : rule_(problem, objective_),
        budget_(budget),
        groups_(static_cast<std::size_t>(rule_.size())) {
    find_edges();
    for (int n = 0; n < rule_.size(); ++n) {
      if (is_group(n)) group(n).ways = ways_of(rule_, n);
    }
    for (int n = 0; n < rule_.size(); ++n) {
      if (is_group(n)) add_tiles(n);
    }
    for (int n : by_connectivity()) decide(n);
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  Draft draft() const {
    Draft draft(rule_);
    for (int n = 0; n < rule_.size(); ++n) {
      if (!is_group(n)) continue;
      const auto at = static_cast<std::size_t>(n);
      const Group& g = groups_[at];
      const Tile& chosen = g.tiles[static_cast<std::size_t>(g.left.front())];
      draft.candidate[at] = g.ways[static_cast<std::size_t>(chosen.way)].candidate;
      draft.option[at] = chosen.option;
    }
    return draft;
  }

 private:
  bool is_group(int n) const {
    const Role role = rule_.member(n).role;
    return role != Role::renamed && role != Role::anywhere;
  }
  Group& group(int n) { return groups_[static_cast<std::size_t>(n)]; }

  void find_edges() {
    const auto readers = readers_of_suppliers(rule_);
    for (int n = 0; n < rule_.size(); ++n) {
      if (!is_group(n)) continue;
      group(n).is_view = rule_.member(n).role == Role::computed && rule_.member(n).node->is_view();
      for (const Reader& reader : readers[static_cast<std::size_t>(n)]) {
        slots_[{n, reader.node}].push_back(reader.slot);
        neighbours_[n].insert(reader.node);
        neighbours_[reader.node].insert(n);
      }
    }
  }

  /// Every way without a copy, and with every copy that some neighbour would read.
  void add_tiles(int n) {
    const Supply& supply = rule_.supply(n);
    std::vector<int> copies;
    for (int k = 0; k < static_cast<int>(supply.copies.size()); ++k) {
      if (is_wanted(n, supply.copies[static_cast<std::size_t>(k)])) copies.push_back(k);
    }
    Group& g = group(n);
    for (int w = 0; w < static_cast<int>(g.ways.size()); ++w) {
      const Way& way = g.ways[static_cast<std::size_t>(w)];
      const Price work = rule_.work_price(n, way.candidate);
      add_tile(n, {w, way.state, work.cost, 0});
      for (int k : copies) {
        const auto& copy = supply.copies[static_cast<std::size_t>(k)];
        if (copy == supply.states[static_cast<std::size_t>(way.state)]) continue;
        const double bytes = floats_held(rule_.member(n).node->type, copy) *
                             std::max<double>(rule_.member(n).node->type.block.element.size, 1);
        add_tile(n, {w, supply.option(way.state, k), work.cost, static_cast<std::int64_t>(bytes)});
      }
    }
  }
  void add_tile(int n, Tile tile) {
    Group& g = group(n);
    const int c = g.ways[static_cast<std::size_t>(tile.way)].candidate;
    tile.cost += rule_.offer_price(n, c, tile.option).cost;
    g.left.push_back(static_cast<int>(g.tiles.size()));
    g.tiles.push_back(tile);
  }
  bool is_wanted(int n, const placement::Spread& copy) {
    for (const Reader& reader : rule_.member(n).readers) {
      if (!rule_.member(reader.node).chooses()) continue;
      for (const Way& way : group(reader.node).ways) {
        if (rule_.need_of(reader.node, reader.slot, way.candidate) == copy) return true;
      }
    }
    return false;
  }

  std::vector<int> by_connectivity() {
    std::vector<int> order;
    for (int n = 0; n < rule_.size(); ++n) {
      if (is_group(n)) order.push_back(n);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return neighbours_[a].size() > neighbours_[b].size(); });
    return order;
  }

  void decide(int n) {
    int best = -1;
    double least = std::numeric_limits<double>::infinity();
    for (int t : group(n).left) {
      if (group(n).tiles[static_cast<std::size_t>(t)].extra > budget_) continue;
      const double cost = group(n).tiles[static_cast<std::size_t>(t)].cost + find_cost(n, t, -1);
      if (!(cost < least)) continue;
      least = cost;
      best = t;
    }
    group(n).left = {best};
    budget_ -= group(n).tiles[static_cast<std::size_t>(best)].extra;
  }

  /// The least that the neighbours of node `n` cost if it has tile `t`. What views of it then look
  /// like is no choice, so their neighbours count in their place.
  double find_cost(int n, int t, int came_from) {
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

  /// What node `v` in tile `u` costs in reading node `n` in tile `t`.
  double read(int n, int t, int v, int u) {
    const Tile& from = group(n).tiles[static_cast<std::size_t>(t)];
    const Tile& to = group(v).tiles[static_cast<std::size_t>(u)];
    auto& known = weights_[{n, v}];
    const std::size_t width = group(v).ways.size();
    if (known.empty()) known.assign(group(n).tiles.size() * width, -1);
    double& weight = known[static_cast<std::size_t>(t) * width + static_cast<std::size_t>(to.way)];
    if (weight >= 0) return weight;
    weight = 0;
    const int c = group(v).ways[static_cast<std::size_t>(to.way)].candidate;
    for (int slot : slots_[{n, v}]) weight += rule_.read_price(v, slot, c, from.option).cost;
    return weight;
  }

  const SpartanObjective objective_;
  const Problem rule_;
  std::int64_t budget_;
  std::vector<Group> groups_;
  std::map<int, std::set<int>> neighbours_;
  std::map<std::pair<int, int>, std::vector<int>> slots_;       ///< of a reader, per supplier
  std::map<std::pair<int, int>, std::vector<double>> weights_;  ///< per tile, per way of the reader
};

}  // namespace relatile::planner::spartan

namespace relatile::planner {

/// The bytes of all inputs together: what duplication may use if nobody says otherwise.
inline std::int64_t bytes_of_inputs(const Problem& problem) {
  std::int64_t bytes = 0;
  for (int n = 0; n < problem.size(); ++n) {
    const Role role = problem.member(n).role;
    if (role == Role::computed || role == Role::moved || role == Role::renamed) continue;
    const tra::RelationType& type = problem.member(n).node->type;
    bytes += type.bytes_in(Box::whole(type.extents)).value;
  }
  return bytes;
}

/// Spartan's tilings, under its own cost profiles.
///
///   `budget`  bytes that second copies may take over all sites
inline Choice plan_spartan(const Problem& problem, std::int64_t budget) {
  return complete(problem, spartan::Search(problem, budget).draft(), "spartan");
}
inline Choice plan_spartan(const Problem& problem) {
  return plan_spartan(problem, bytes_of_inputs(problem));
}

}  // namespace relatile::planner
