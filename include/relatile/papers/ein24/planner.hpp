// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/papers/planning.hpp"
#include "relatile/planner/search/nearest.hpp"

namespace relatile::papers {

/// The ways to cut one operator, and what EinDecomp needs to know of them.
struct EinVertex {
  std::vector<PartitionVector> vectors;
  std::vector<double> calls;                         ///< per vector, cost_join + cost_agg
  std::vector<PartitionVector> made;                 ///< per vector, d_Z: how the result is cut
  std::vector<std::vector<PartitionVector>> needed;  ///< per vector and operand, d_X
};

/// The partition vectors of the space that make the most kernel calls, which is p wherever the
/// extents allow it.
RELATILE_INLINE EinVertex ein_vertex(const Problem& problem, int n);

/// Partition vectors by dynamic programming, under the authors' own cost of a decomposition. Where
/// a result has several readers, the program is taken apart into longest paths, one after another.
///
///   exact   for its own cost, where every result has one reader
///   source  [ein24] section 8. Off a path the paper ignores everything; operands and readers that
///           an earlier path has decided are counted here.
class EinDecomp {
 public:
  explicit EinDecomp(const Problem& problem);

  /// The vector of node `n`, an operator.
  const PartitionVector& vector_of(int n) const { return nth(vertex(n).vectors, nth(chosen_, n)); }

 private:
  const EinVertex& vertex(int n) const { return *nth(vertices_, n); }
  bool is_vertex(int n) const { return nth(vertices_, n) != nullptr; }
  bool is_decided(int n) const { return nth(chosen_, n) >= 0; }

  bool every_result_has_one_reader() const;

  /// The longest path of operators that are not decided yet; the first of several.
  std::vector<int> longest_path() const;

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
      int& chosen = nth(chosen_, *v);
      if (!read[*v]) {
        chosen =
            static_cast<int>(std::min_element(row.cost.begin(), row.cost.end()) - row.cost.begin());
      }
      for (const auto& [x, vectors] : row.operand) {
        nth(chosen_, x) = nth(vectors, chosen);
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
      if (!first && row.cost[d] < nth(row.cost, known->second)) {
        known->second = static_cast<int>(d);
      }
    }
    return row;
  }

  /// The best vector of operand `x` for every vector of `v`.
  void add_operand(int v, int x, const std::vector<int>& slots, const Row& from, Row& row) const;

  /// Re-partitioning an operand whose cut is known already.
  void add_decided_operand(int v, int slot, std::vector<double>& cost) const;

  void add_decided_readers(int v, std::vector<double>& cost) const;

  const Problem& problem_;
  std::vector<std::shared_ptr<const EinVertex>> vertices_;
  std::vector<int> chosen_;  ///< per node, into its vertex's vectors
};

/// EinDecomp's partition vectors. It does not say on which sites the pieces are; here every
/// operator in turn is placed as is cheapest after those before it.
RELATILE_INLINE Assignment plan_eindecomp(const Problem& problem);

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/ein24/impl/planner.hpp"
#endif
