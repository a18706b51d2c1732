// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/search/elimination.hpp"
#include "relatile/planner/search/optimal.hpp"

namespace relatile::planner {

/// The variables to be kept at their values so that the elimination of all others is no more effort
/// than allowed: it is gone through without tables, and where it would exceed the effort, a
/// variable is kept; in turn, those first that were kept least often so far.
class CutSet {
 public:
  CutSet(const std::vector<std::vector<int>>& values, const std::vector<std::pair<int, int>>& pairs,
         double widest, const std::vector<int>& times_kept);

  const std::vector<int>& kept() const { return kept_; }

 private:
  double size(int v) const { return nth(sizes_, v); }
  std::set<int>& neighbours(int v) { return nth(neighbours_, v); }

  void connect(int a, int b);
  void estimate(int v);
  void remove(int v);
  void eliminate(int v);
  /// Of `v` and its neighbours that have a choice, kept least often so far, the most entangled.
  int to_keep(int v);

  const std::vector<int>& times_kept_;
  std::vector<double> sizes_;
  std::vector<std::set<int>> neighbours_;
  std::vector<double> work_;
  std::set<std::pair<double, int>> next_;  ///< by work
  std::vector<int> kept_;
};

/// How long a local search goes on.
struct Patience {
  Effort round{1 << 16, 2e7};  ///< of one exact search
  int most_rounds = 24;
  int idle_rounds = 6;  ///< without finding anything better
};

/// Large neighbourhoods: again and again, a few variables stay as they are in the best choice known
/// and the best for all the others together is found exactly. Never worse than what it starts from;
/// deterministic.
class LocalSearch {
 public:
  LocalSearch(const FactoredProblem& factors, const Patience& patience)
      : network_(factors), patience_(patience), times_kept_(factors.kept().size(), 0) {}

  /// The best found, first from what `seeds` have in common and between them, then from anything.
  std::vector<int> improve(const std::vector<std::vector<int>>& seeds);

 private:
  void search(std::vector<std::vector<int>> values);

  /// The best of `values` with those of the cut kept; false if that was too much effort.
  bool next_best(std::vector<std::vector<int>> values, const CutSet& cut);

  const FactoredProblem& network_;
  Patience patience_;
  std::vector<int> times_kept_;
  std::vector<int> best_;
  bool improved_ = false;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/local_search.hpp"
#endif
