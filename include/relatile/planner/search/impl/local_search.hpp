// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/local_search.hpp"

#include <algorithm>

#include "relatile/core/nth.hpp"

namespace relatile::planner {

RELATILE_INLINE CutSet::CutSet(const std::vector<std::vector<int>>& values,
                               const std::vector<std::pair<int, int>>& pairs, double widest,
                               const std::vector<int>& times_kept)
    : times_kept_(times_kept), neighbours_(values.size()), work_(values.size(), -1) {
  for (const auto& known : values) sizes_.push_back(static_cast<double>(known.size()));
  for (const auto& [a, b] : pairs) connect(a, b);
  for (int v = 0; v < static_cast<int>(values.size()); ++v) estimate(v);
  while (!next_.empty()) {
    const auto [work, v] = *next_.begin();
    if (work / size(v) <= widest) {
      eliminate(v);
    } else {
      const int kept = to_keep(v);
      kept_.push_back(kept);
      remove(kept);
    }
  }
}

RELATILE_INLINE void CutSet::connect(int a, int b) {
  if (a == b) return;
  neighbours(a).insert(b);
  neighbours(b).insert(a);
}

RELATILE_INLINE void CutSet::estimate(int v) {
  double& work = nth(work_, v);
  next_.erase({work, v});
  work = size(v);
  for (int other : neighbours(v)) work *= size(other);
  next_.insert({work, v});
}

RELATILE_INLINE void CutSet::remove(int v) {
  next_.erase({nth(work_, v), v});
  const std::set<int> others = std::move(neighbours(v));
  for (int other : others) {
    neighbours(other).erase(v);
    estimate(other);
  }
}

RELATILE_INLINE void CutSet::eliminate(int v) {
  const std::set<int> others = neighbours(v);
  for (int a : others) {
    for (int b : others) connect(a, b);
  }
  remove(v);
}

RELATILE_INLINE int CutSet::to_keep(int v) {
  std::vector<int> among(neighbours(v).begin(), neighbours(v).end());
  among.push_back(v);
  std::erase_if(among, [&](int other) { return size(other) <= 1; });
  const auto rank = [&](int other) {
    return std::pair(nth(times_kept_, other), -nth(work_, other));
  };
  if (among.empty()) return v;
  return *std::min_element(among.begin(), among.end(),
                           [&](int a, int b) { return rank(a) < rank(b); });
}

RELATILE_INLINE std::vector<int> LocalSearch::improve(const std::vector<std::vector<int>>& seeds) {
  best_ = *std::min_element(seeds.begin(), seeds.end(), [&](const auto& a, const auto& b) {
    return network_.price_of(a) < network_.price_of(b);
  });
  std::vector<std::vector<int>> between(best_.size());
  for (std::size_t v = 0; v < best_.size(); ++v) {
    for (const auto& seed : seeds) between[v].push_back(seed[v]);
  }
  search(between);
  search(network_.kept());
  return best_;
}

RELATILE_INLINE void LocalSearch::search(std::vector<std::vector<int>> values) {
  for (std::size_t v = 0; v < values.size(); ++v) {
    values[v].push_back(best_[v]);
    std::sort(values[v].begin(), values[v].end());
    values[v].erase(std::unique(values[v].begin(), values[v].end()), values[v].end());
  }
  std::fill(times_kept_.begin(), times_kept_.end(), 0);
  double widest = patience_.round.widest_table;
  int idle = 0;
  for (int round = 0; round < patience_.most_rounds && idle < patience_.idle_rounds; ++round) {
    const CutSet cut(values, network_.pairs(), widest, times_kept_);
    if (!next_best(values, cut)) {
      widest /= 4;
      continue;
    }
    idle = improved_ ? 0 : idle + 1;
    if (cut.kept().empty()) return;
  }
}

RELATILE_INLINE bool LocalSearch::next_best(std::vector<std::vector<int>> values,
                                            const CutSet& cut) {
  for (int v : cut.kept()) {
    const auto at = static_cast<std::size_t>(v);
    values[at] = {best_[at]};
    ++times_kept_[at];
  }
  const auto found = network_.cheapest_within(values, patience_.round);
  if (!found) return false;
  improved_ = network_.price_of(*found) < network_.price_of(best_);
  if (improved_) best_ = *found;
  return true;
}

}  // namespace relatile::planner
