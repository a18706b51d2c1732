// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/ein24/planner.hpp"

#include <limits>
#include <utility>

#include "relatile/core/access.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/papers/ein24/objective.hpp"
#include "relatile/planner/search/completion.hpp"
#include "relatile/planner/search/greedy.hpp"
#include "relatile/planner/search/nearest.hpp"
#include "relatile/planner/space/thinning.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::papers {

RELATILE_INLINE EinVertex ein_vertex(const Problem& problem, int n) {
  const tra::Node& node = *problem.member(n).node;
  EinVertex vertex;
  int most = 1;
  for (int c = 0; c < num_candidates(problem, n); ++c) {
    PartitionVector d = parts_of(problem.candidate(n, c).layout, node.labels);
    const int calls = planner::detail::product_of(d);
    if (calls < most) continue;
    if (calls > most) vertex.vectors.clear();
    most = calls;
    const bool known =
        std::find(vertex.vectors.begin(), vertex.vectors.end(), d) != vertex.vectors.end();
    if (!known) vertex.vectors.push_back(std::move(d));
  }
  const auto cut = [&](const Access& access, const PartitionVector& d) {
    PartitionVector parts;
    for (const auto& dim : access.dims) {
      parts.push_back(dim.label < 0 ? 1 : nth(d, dim.label));
    }
    return parts;
  };
  const bool pinned = node.pins.placed();
  for (const auto& d : vertex.vectors) {
    vertex.calls.push_back(EinDecompObjective::calls(node, d, most));
    vertex.made.push_back(pinned
                              ? parts_of(problem.output_layouts(n).states.front(), node.type.rank())
                              : cut(node.output, d));
    auto& needed = vertex.needed.emplace_back();
    for (const auto& access : node.accesses) needed.push_back(cut(access, d));
  }
  return vertex;
}

RELATILE_INLINE EinDecomp::EinDecomp(const Problem& problem)
    : problem_(problem), chosen_(static_cast<std::size_t>(problem.size()), -1) {
  std::map<const void*, std::shared_ptr<const EinVertex>> known;
  for (int n = 0; n < problem.size(); ++n) {
    vertices_.emplace_back();
    if (problem.member(n).role != Role::computed) continue;
    auto& vertex = known[problem.member(n).space.get()];
    if (!vertex) vertex = std::make_shared<const EinVertex>(ein_vertex(problem, n));
    vertices_.back() = vertex;
  }
  if (every_result_has_one_reader()) {
    std::vector<int> all;
    for (int n = 0; n < problem.size(); ++n) {
      if (nth(vertices_, n)) all.push_back(n);
    }
    decide(all, [](int, int) { return true; });
  } else {
    for (std::vector<int> path = longest_path(); !path.empty(); path = longest_path()) {
      std::map<int, int> next;
      for (std::size_t i = 0; i + 1 < path.size(); ++i) next[path[i]] = path[i + 1];
      decide(path, [&](int from, int to) {
        const auto step = next.find(from);
        return step != next.end() && step->second == to;
      });
    }
  }
}

RELATILE_INLINE bool EinDecomp::every_result_has_one_reader() const {
  for (int n = 0; n < problem_.size(); ++n) {
    if (is_vertex(n) && problem_.member(n).readers.size() > 1) return false;
  }
  return true;
}

RELATILE_INLINE std::vector<int> EinDecomp::longest_path() const {
  std::vector<int> length(vertices_.size(), 0);
  std::vector<int> before(vertices_.size(), -1);
  int last = -1;
  for (int n = 0; n < problem_.size(); ++n) {
    if (!is_vertex(n) || is_decided(n)) continue;
    const auto at = static_cast<std::size_t>(n);
    length[at] = 1;
    for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
      const int x = problem_.operand(n, slot);
      if (nth(length, x) < length[at]) continue;
      length[at] = nth(length, x) + 1;
      before[at] = x;
    }
    if (last < 0 || length[at] > nth(length, last)) last = n;
  }
  std::vector<int> path;
  for (int n = last; n >= 0; n = nth(before, n)) path.push_back(n);
  std::reverse(path.begin(), path.end());
  return path;
}

RELATILE_INLINE void EinDecomp::add_operand(int v, int x, const std::vector<int>& slots,
                                            const Row& from, Row& row) const {
  const EinVertex& vertex = this->vertex(v);
  const auto& type = problem_.member(x).node->type;
  std::map<std::vector<PartitionVector>, std::pair<double, int>> known;
  for (std::size_t d = 0; d < vertex.vectors.size(); ++d) {
    std::vector<PartitionVector> needs;
    for (int slot : slots) needs.push_back(nth(vertex.needed[d], slot));
    const auto [at, unknown] = known.try_emplace(needs);
    auto& [cost, best] = at->second;
    if (unknown) cost = std::numeric_limits<double>::infinity();
    for (const auto& [made, vector] : from.best) {
      if (!unknown) break;
      double total = nth(from.cost, vector);
      for (const auto& need : needs) total += EinDecompObjective::repart(type, made, need);
      if (total >= cost) continue;
      cost = total;
      best = vector;
    }
    row.cost[d] += cost;
    row.operand[x].push_back(best);
  }
}

RELATILE_INLINE void EinDecomp::add_decided_operand(int v, int slot,
                                                    std::vector<double>& cost) const {
  const int x = problem_.operand(v, slot);
  const auto& type = problem_.member(x).node->type;
  PartitionVector made;
  if (problem_.member(x).role == Role::stored) {
    made = parts_of(problem_.stored(x, 0), type.rank());
  } else if (is_vertex(x) && is_decided(x)) {
    made = nth(vertex(x).made, nth(chosen_, x));
  } else {
    return;  // an input, which is cut in advance, or what no path has reached
  }
  for (std::size_t d = 0; d < cost.size(); ++d) {
    const auto& need = nth(vertex(v).needed[d], slot);
    cost[d] += EinDecompObjective::repart(type, made, need);
  }
}

RELATILE_INLINE void EinDecomp::add_decided_readers(int v, std::vector<double>& cost) const {
  for (const Reader& reader : problem_.member(v).readers) {
    if (!is_vertex(reader.node) || !is_decided(reader.node)) continue;
    const auto chosen = static_cast<std::size_t>(nth(chosen_, reader.node));
    const auto& need = nth(vertex(reader.node).needed[chosen], reader.slot);
    for (std::size_t d = 0; d < cost.size(); ++d) {
      cost[d] += EinDecompObjective::repart(problem_.member(v).node->type, vertex(v).made[d], need);
    }
  }
}

RELATILE_INLINE Assignment plan_eindecomp(const Problem& problem) {
  const EinDecomp decomposition(problem);
  const PartialAssignment decided =
      decide_in_order(problem, PartialAssignment(problem), [&](int n) {
        if (problem.member(n).role != Role::computed) return all_candidates(problem, n);
        return nearest_candidates(problem, n, decomposition.vector_of(n));
      });
  return complete(problem, decided, "eindecomp");
}

}  // namespace relatile::papers
