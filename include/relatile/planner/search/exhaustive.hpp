// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// The oracle: tries every combination of candidates, leaving out branches that can't cost less
/// than the best combination found so far. What nodes offer follows from the candidates: of every
/// node the option that is cheapest with them. It shares no table with the other planners.
///
///   branches  cost at least what is decided, plus the least that every other node's work may cost,
///             plus the least that every node's offer and its reads may cost, each by itself
class Exhaustive {
 public:
  explicit Exhaustive(const Problem& problem, std::int64_t most_steps = 4'000'000);

  /// The cheapest choice; nothing if there are too many to try, or if the objective is no sum.
  std::optional<Assignment> solve();

 private:
  /// Something that depends on one node's candidate and one node's option: per candidate a row of
  /// prices per option, and the least of all rows.
  struct Part {
    int chooser;  ///< the node whose candidate it depends on
    std::vector<std::vector<double>> rows;
    std::vector<int> row_of;  ///< per candidate
    std::vector<double> least;
  };
  struct Bound {
    int supplier;
    double cost;
  };

  std::size_t size() const { return static_cast<std::size_t>(problem_.size()); }

  void price_node(int n);
  /// What a candidate needs of the value that it reads in a slot: all that the price depends on.
  std::vector<int> needs_of_value(int n, int slot, int c) const;

  /// Candidates with the same `key` are priced once.
  template <class KeyOf, class PriceOf>
  void add_part(int supplier, int chooser, KeyOf&& key_of, PriceOf&& price_of) {
    const Member& m = problem_.member(chooser);
    const int count = m.chooses() ? static_cast<int>(m.space->candidates.size()) : 1;
    const int num_options = problem_.output_layouts(supplier).num_options();
    Part part{chooser, {}, {}, {}};
    part.least.assign(static_cast<std::size_t>(num_options),
                      std::numeric_limits<double>::infinity());
    std::map<std::vector<int>, int> known;
    for (int c = 0; c < count; ++c) {
      const auto [seen, is_new] = known.try_emplace(key_of(c), 0);
      if (!is_new) {
        part.row_of.push_back(seen->second);
        continue;
      }
      std::vector<double> row;
      for (int o = 0; o < num_options; ++o) row.push_back(price_of(c, o).cost);
      for (std::size_t o = 0; o < row.size(); ++o) part.least[o] = std::min(part.least[o], row[o]);
      const auto same = std::find(part.rows.begin(), part.rows.end(), row);
      seen->second = static_cast<int>(same - part.rows.begin());
      part.row_of.push_back(seen->second);
      if (same == part.rows.end()) part.rows.push_back(std::move(row));
    }
    nth(parts_, supplier).push_back(std::move(part));
  }

  /// The least that a node's offer and its reads cost under what is decided, and by which option.
  std::pair<double, int> least_option(int supplier);

  /// What all choices cost at least that contain what is decided.
  Price bound() const;

  /// Renews the bounds of what depends on the candidate of node `n`.
  void renew_bounds(int n);

  void descend(std::size_t depth);

  /// All candidates are decided, at less than ever before.
  void note();

  const Problem& problem_;
  std::int64_t steps_left_;
  std::vector<std::vector<Price>> works_;  ///< per node and candidate
  std::vector<std::vector<Part>> parts_;   ///< per supplier
  std::vector<int> order_;                 ///< the nodes that choose
  std::vector<int> taken_;                 ///< per node, its candidate; -1: not yet decided
  std::vector<Bound> bounds_;
  std::vector<double> sums_;
  Assignment best_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/exhaustive.hpp"
#endif
