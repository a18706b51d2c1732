// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "relatile/planner/greedy.hpp"
#include "relatile/planner/paper_objectives.hpp"

namespace relatile::planner {

/// The ways to cut one operator, and what EinDecomp needs to know of them.
struct EinVertex {
  std::vector<PartitionVector> vectors;
  std::vector<double> calls;                         ///< per vector, cost_join + cost_agg
  std::vector<PartitionVector> made;                 ///< per vector, d_Z: how the result is cut
  std::vector<std::vector<PartitionVector>> needed;  ///< per vector and operand, d_X
};

/// The partition vectors of the space that make the most kernel calls, which is p wherever the
/// extents allow it.
inline EinVertex ein_vertex(const Problem& problem, int n) {
  const tra::Node& node = *problem.member(n).node;
  EinVertex vertex;
  int most = 1;
  for (int c = 0; c < num_candidates(problem, n); ++c) {
    PartitionVector d = parts_of(problem.candidate(n, c).layout, node.labels);
    const int calls = detail::product_of(d);
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
      parts.push_back(dim.label < 0 ? 1 : d[static_cast<std::size_t>(dim.label)]);
    }
    return parts;
  };
  const bool pinned = !node.pinned_placement.empty();
  for (const auto& d : vertex.vectors) {
    vertex.calls.push_back(EinDecompObjective::calls(node, d, most));
    vertex.made.push_back(pinned ? parts_of(problem.supply(n).states.front(), node.type.rank())
                                 : cut(node.output, d));
    auto& needed = vertex.needed.emplace_back();
    for (const auto& access : node.accesses) needed.push_back(cut(access, d));
  }
  return vertex;
}

/// Partition vectors by dynamic programming, under the authors' own cost of a decomposition. Where
/// a result has several readers, the program is taken apart into longest paths, one after another.
///
///   exact   for its own cost, where every result has one reader
///   source  [ein24] section 8. Off a path the paper ignores everything; operands and readers that
///           an earlier path has decided are counted here.
class EinDecomp {
 public:
  explicit EinDecomp(const Problem& problem)
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
        if (vertices_[static_cast<std::size_t>(n)]) all.push_back(n);
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

  /// The vector of node `n`, an operator.
  const PartitionVector& vector_of(int n) const {
    return vertex(n).vectors[static_cast<std::size_t>(chosen_[static_cast<std::size_t>(n)])];
  }

 private:
  const EinVertex& vertex(int n) const { return *vertices_[static_cast<std::size_t>(n)]; }
  bool is_vertex(int n) const { return vertices_[static_cast<std::size_t>(n)] != nullptr; }
  bool is_decided(int n) const { return chosen_[static_cast<std::size_t>(n)] >= 0; }

  bool every_result_has_one_reader() const {
    for (int n = 0; n < problem_.size(); ++n) {
      if (is_vertex(n) && problem_.member(n).readers.size() > 1) return false;
    }
    return true;
  }

  /// The longest path of operators that are not decided yet; the first of several.
  std::vector<int> longest_path() const {
    std::vector<int> length(vertices_.size(), 0);
    std::vector<int> before(vertices_.size(), -1);
    int last = -1;
    for (int n = 0; n < problem_.size(); ++n) {
      if (!is_vertex(n) || is_decided(n)) continue;
      const auto at = static_cast<std::size_t>(n);
      length[at] = 1;
      for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
        const int x = problem_.operand(n, slot);
        if (length[static_cast<std::size_t>(x)] < length[at]) continue;
        length[at] = length[static_cast<std::size_t>(x)] + 1;
        before[at] = x;
      }
      if (last < 0 || length[at] > length[static_cast<std::size_t>(last)]) last = n;
    }
    std::vector<int> path;
    for (int n = last; n >= 0; n = before[static_cast<std::size_t>(n)]) path.push_back(n);
    std::reverse(path.begin(), path.end());
    return path;
  }

  /// M[v, .]: per vector of v, the cost of everything up to v, and the vector of each operand on
  /// the path that it takes.
  struct Row {
    std::vector<double> cost;
    std::map<int, std::vector<int>> operand;
    /// M[v, d_Z]: the best vector that cuts the result so.
    std::map<PartitionVector, int> best;
  };

  /// Dynamic programming over `nodes` (operands first) along the edges that are `live`.
  template <class Live>
  void decide(const std::vector<int>& nodes, const Live& live) {
    std::map<int, Row> table;
    std::map<int, bool> read;
    for (int v : nodes) {
      table.emplace(v, row_of(v, table, live));
      for (int slot = 0; slot < problem_.num_slots(v); ++slot) {
        const int x = problem_.operand(v, slot);
        if (table.count(x) > 0 && live(x, v)) read[x] = true;
      }
    }
    for (auto v = nodes.rbegin(); v != nodes.rend(); ++v) {
      const Row& row = table.at(*v);
      int& chosen = chosen_[static_cast<std::size_t>(*v)];
      if (!read[*v]) {
        chosen =
            static_cast<int>(std::min_element(row.cost.begin(), row.cost.end()) - row.cost.begin());
      }
      for (const auto& [x, vectors] : row.operand) {
        chosen_[static_cast<std::size_t>(x)] = vectors[static_cast<std::size_t>(chosen)];
      }
    }
  }

  template <class Live>
  Row row_of(int v, const std::map<int, Row>& table, const Live& live) const {
    const EinVertex& vertex = this->vertex(v);
    Row row;
    row.cost = vertex.calls;
    std::map<int, std::vector<int>> slots_of;  // of operands on the path
    for (int slot = 0; slot < problem_.num_slots(v); ++slot) {
      const int x = problem_.operand(v, slot);
      if (table.count(x) > 0 && live(x, v)) {
        slots_of[x].push_back(slot);
      } else {
        add_decided_operand(v, slot, row.cost);
      }
    }
    for (const auto& [x, slots] : slots_of) add_operand(v, x, slots, table.at(x), row);
    add_decided_readers(v, row.cost);
    for (std::size_t d = 0; d < vertex.vectors.size(); ++d) {
      const auto [known, first] = row.best.emplace(vertex.made[d], static_cast<int>(d));
      if (!first && row.cost[d] < row.cost[static_cast<std::size_t>(known->second)]) {
        known->second = static_cast<int>(d);
      }
    }
    return row;
  }

  /// The best vector of operand `x` for every vector of `v`.
  void add_operand(int v, int x, const std::vector<int>& slots, const Row& from, Row& row) const {
    const EinVertex& vertex = this->vertex(v);
    const auto& type = problem_.member(x).node->type;
    std::map<std::vector<PartitionVector>, std::pair<double, int>> known;
    for (std::size_t d = 0; d < vertex.vectors.size(); ++d) {
      std::vector<PartitionVector> needs;
      for (int slot : slots) needs.push_back(vertex.needed[d][static_cast<std::size_t>(slot)]);
      const auto [at, unknown] = known.try_emplace(needs);
      auto& [cost, best] = at->second;
      if (unknown) cost = std::numeric_limits<double>::infinity();
      for (const auto& [made, vector] : from.best) {
        if (!unknown) break;
        double total = from.cost[static_cast<std::size_t>(vector)];
        for (const auto& need : needs) total += EinDecompObjective::repart(type, made, need);
        if (total >= cost) continue;
        cost = total;
        best = vector;
      }
      row.cost[d] += cost;
      row.operand[x].push_back(best);
    }
  }

  /// Re-partitioning an operand whose cut is known already.
  void add_decided_operand(int v, int slot, std::vector<double>& cost) const {
    const int x = problem_.operand(v, slot);
    const auto& type = problem_.member(x).node->type;
    PartitionVector made;
    if (problem_.member(x).role == Role::stored) {
      made = parts_of(problem_.stored(x, 0), type.rank());
    } else if (is_vertex(x) && is_decided(x)) {
      made = vertex(x).made[static_cast<std::size_t>(chosen_[static_cast<std::size_t>(x)])];
    } else {
      return;  // an input, which is cut in advance, or what no path has reached
    }
    for (std::size_t d = 0; d < cost.size(); ++d) {
      const auto& need = vertex(v).needed[d][static_cast<std::size_t>(slot)];
      cost[d] += EinDecompObjective::repart(type, made, need);
    }
  }

  void add_decided_readers(int v, std::vector<double>& cost) const {
    for (const Reader& reader : problem_.member(v).readers) {
      if (!is_vertex(reader.node) || !is_decided(reader.node)) continue;
      const auto chosen = static_cast<std::size_t>(chosen_[static_cast<std::size_t>(reader.node)]);
      const auto& need = vertex(reader.node).needed[chosen][static_cast<std::size_t>(reader.slot)];
      for (std::size_t d = 0; d < cost.size(); ++d) {
        cost[d] +=
            EinDecompObjective::repart(problem_.member(v).node->type, vertex(v).made[d], need);
      }
    }
  }

  const Problem& problem_;
  std::vector<std::shared_ptr<const EinVertex>> vertices_;
  std::vector<int> chosen_;  ///< per node, into its vertex's vectors
};

/// EinDecomp's partition vectors. It does not say on which sites the pieces are; here every
/// operator in turn is placed as is cheapest after those before it.
inline Choice plan_eindecomp(const Problem& problem) {
  const EinDecomp decomposition(problem);
  const Draft draft = decide_in_order(problem, Draft(problem), [&](int n) {
    if (problem.member(n).role != Role::computed) return all_candidates(problem, n);
    return nearest_candidates(problem, n, decomposition.vector_of(n));
  });
  return complete(problem, draft, "eindecomp");
}

}  // namespace relatile::planner
