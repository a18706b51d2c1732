// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/papers/planning.hpp"
#include "relatile/papers/spartan15/objective.hpp"
#include "relatile/papers/spartan15/tilings.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::papers::spartan15 {

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
  Search(const Problem& problem, std::int64_t budget);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  PartialAssignment decided() const;

 private:
  bool is_group(int n) const {
    const Role role = rule_.member(n).role;
    return role != Role::renamed && role != Role::anywhere;
  }
  Group& group(int n) { return nth(groups_, n); }

  void find_edges();

  /// Every way without a copy, and with every copy that some neighbour would read.
  void add_tiles(int n);
  void add_tile(int n, Tile tile);
  bool is_wanted(int n, const placement::Sharding& replica);

  std::vector<int> by_connectivity();

  void decide(int n);

  /// The least that the neighbours of node `n` cost if it has tile `t`. What views of it then look
  /// like is no choice, so their neighbours count in their place.
  double find_cost(int n, int t, int came_from);

  /// What node `v` in tile `u` costs in reading node `n` in tile `t`.
  double read(int n, int t, int v, int u);

  const SpartanObjective objective_;
  const Problem rule_;
  std::int64_t budget_;
  std::vector<Group> groups_;
  std::map<int, std::set<int>> neighbours_;
  std::map<std::pair<int, int>, std::vector<int>> slots_;       ///< of a reader, per supplier
  std::map<std::pair<int, int>, std::vector<double>> weights_;  ///< per tile, per way of the reader
};

}  // namespace relatile::papers::spartan15

namespace relatile::papers {

/// The bytes of all inputs together: what duplication may use if nobody says otherwise.
RELATILE_INLINE std::int64_t bytes_of_inputs(const Problem& problem);

/// Spartan's tilings, under its own cost profiles.
///
///   `budget`  bytes that second copies may take over all sites
inline Assignment plan_spartan(const Problem& problem, std::int64_t budget) {
  return complete(problem, spartan15::Search(problem, budget).decided(), "spartan");
}
inline Assignment plan_spartan(const Problem& problem) {
  return plan_spartan(problem, bytes_of_inputs(problem));
}

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/spartan15/impl/planner.hpp"
#endif
