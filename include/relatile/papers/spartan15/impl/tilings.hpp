// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/spartan15/tilings.hpp"

#include "relatile/core/nth.hpp"
#include "relatile/papers/tensorplanner/cost.hpp"

namespace relatile::papers::spartan15 {

RELATILE_INLINE std::vector<PartitionVector> tilings(const Extents& extents, int num_sites) {
  std::vector<PartitionVector> all;
  const PartitionVector whole(extents.size(), 1);
  for (std::size_t a = 0; a < whole.size(); ++a) {
    all.push_back(whole);
    all.back()[a] = num_sites;
  }
  const papers::tensorplanner::Grid grid = papers::tensorplanner::grid_of(num_sites);
  for (std::size_t a = 0; a < whole.size(); ++a) {
    for (std::size_t b = a + 1; b < whole.size(); ++b) {
      all.push_back(whole);
      all.back()[a] = grid.rows;
      all.back()[b] = grid.columns;
    }
  }
  if (all.empty()) all.push_back(whole);
  return all;
}

RELATILE_INLINE bool is_implemented(const tra::Node& node, const PartitionVector& d) {
  if (node.inputs.size() < 2) return true;
  const bool joins = node.kind() == tra::Kind::contract || node.kind() == tra::Kind::join;
  if (!joins) return true;
  int num_cut = 0;
  bool in_first = true;
  for (std::size_t l = 0; l < d.size(); ++l) {
    if (d[l] == 1) continue;
    ++num_cut;
    in_first = in_first && node.accesses[0].has_label(static_cast<int>(l));
  }
  return num_cut <= 1 && in_first;
}

RELATILE_INLINE bool realises(const PartitionVector& parts, const PartitionVector& tiling) {
  for (std::size_t a = 0; a < parts.size(); ++a) {
    if (parts[a] > 1 && tiling[a] == 1) return false;
  }
  return true;
}

RELATILE_INLINE std::vector<PartitionVector> implemented_tilings(const tra::Node& node,
                                                                 int num_sites) {
  const std::vector<PartitionVector> all = tilings(node.labels, num_sites);
  std::vector<PartitionVector> implemented;
  for (const auto& d : all) {
    if (is_implemented(node, d)) implemented.push_back(d);
  }
  return implemented.empty() ? all : implemented;
}

RELATILE_INLINE std::vector<Way> ways_of_operator(const Problem& problem, int n) {
  const tra::Node& node = *problem.member(n).node;
  std::vector<int> candidates;
  std::vector<int> otherwise;
  for (const auto& d : implemented_tilings(node, problem.num_sites())) {
    std::vector<PartitionVector> results;
    for (int c : nearest_candidates(problem, n, d)) {
      const PartitionVector result = parts_of(problem.stored_by(n, c), node.type.rank());
      if (std::find(results.begin(), results.end(), result) != results.end()) continue;
      results.push_back(result);
      const bool fits = realises(parts_of(problem.candidate(n, c).layout, node.labels), d);
      add_new(fits ? candidates : otherwise, c);
    }
  }
  if (candidates.empty()) candidates = otherwise;
  std::vector<Way> ways;
  const bool pinned = node.pins.placed();
  for (int c : candidates) ways.push_back({c, pinned ? 0 : problem.candidate(n, c).stored});
  return ways;
}

RELATILE_INLINE std::vector<Way> ways_of(const Problem& problem, int n) {
  const Member& m = problem.member(n);
  if (m.role == Role::computed) return ways_of_operator(problem, n);
  if (m.role != Role::free) return {{}};
  std::vector<int> states;
  std::vector<int> otherwise;
  for (const auto& d : tilings(m.node->type.extents, problem.num_sites())) {
    const int s = nearest_state(problem, n, d);
    const auto& state = nth(problem.output_layouts(n).states, s);
    add_new(realises(parts_of(state, m.node->type.rank()), d) ? states : otherwise, s);
  }
  if (states.empty()) states = otherwise;
  std::vector<Way> ways;
  for (int state : states) ways.push_back({0, state});
  return ways;
}

}  // namespace relatile::papers::spartan15
