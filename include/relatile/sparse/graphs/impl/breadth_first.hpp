// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/graphs/breadth_first.hpp"

#include <string>

#include "relatile/array/conversion.hpp"
#include "relatile/array/names/standard.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/core/error.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/sparse/products.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_graph(const char* operation, const Extents& graph) {
  if (graph[0] == graph[1]) return;
  throw ShapeMismatch(std::string("relatile: ") + operation + ": a graph of shape " +
                      to_string(graph) + "; it has a row and a column for each vertex");
}

RELATILE_INLINE void require_incoming(const char* operation, const Extents& graph,
                                      const Extents& incoming) {
  if (graph == incoming) return;
  throw ShapeMismatch(std::string("relatile: ") + operation + ": a graph of shape " +
                      to_string(graph) + " and its transpose of shape " + to_string(incoming));
}

RELATILE_INLINE Array<bool, 1> sources_of(const char* operation, std::int64_t vertices,
                                          std::int64_t source) {
  if (source < 0 || source >= vertices) {
    throw ShapeMismatch(std::string("relatile: ") + operation + ": there is no vertex " +
                        std::to_string(source) + " among " + std::to_string(vertices));
  }
  return arange<std::int64_t>(vertices) == source;
}
RELATILE_INLINE Array<bool, 1> sources_of(const char* operation, std::int64_t vertices,
                                          const Array<bool, 1>& sources) {
  if (sources.shape(0) == vertices) return sources;
  throw ShapeMismatch(std::string("relatile: ") + operation + ": " +
                      std::to_string(sources.shape(0)) + " truth values for " +
                      std::to_string(vertices) + " vertices");
}

/// A breadth-first search between two levels.
class LevelSearch {
 public:
  LevelSearch(const Edges& edges, const Array<bool, 1>& sources)
      : edges_(edges), level_(sources), levels_(where(sources, 0, -1)) {
    count();
  }

  /// Finds the level of this number.
  void find(std::int32_t number) {
    const auto unreached = only(as_array(levels_ < 0));
    if (goes_back()) {
      level_ = matmul<OrSecond>(places(edges_.in), as_array(levels_ >= 0), unreached);
    } else {
      level_ = matmul<OrFirst>(level_, places(edges_.out), unreached);
    }
    levels_ = where(level_, number, levels_);
    count();
  }
  const Array<std::int32_t, 1>& levels() const { return levels_; }
  /// Whether there may be another level.
  bool goes_on() const { return going_on_ > 0; }

 private:
  using Places = SparseArray<kernel::SparseIndex, 2>;
  /// A matrix of which elements are not read.
  static Places places(const SparsePattern& pattern) { return {pattern, pattern->columns}; }

  /// Of the edges that lead to a vertex that is not reached few are looked at, since the first that
  /// comes from a reached one is enough; how many there are is told by those of all vertices that
  /// are not reached, which is exact where edges go both ways.
  bool goes_back() const {
    constexpr std::int64_t share_looked_at = 14;
    if (!edges_.in) return false;
    return !edges_.out || share_looked_at * going_on_ > edges_.out->nnz() - edges_reached_;
  }
  /// Evaluates a level, and counts the edges that leave it, or, where nobody knows them, its
  /// vertices: what is one number is one message.
  void count() {
    const Array<std::int64_t, 0> edges_or_vertices =
        edges_.out ? sum(where(level_, edges_.out->counts, kernel::SparseIndex{0}))
                   : sum(astype<std::int64_t>(level_));
    Session::current().evaluate({level_.node(), levels_.node(), edges_or_vertices.node()});
    going_on_ = edges_or_vertices.item();
    edges_reached_ += going_on_;
  }

  const Edges edges_;
  Array<bool, 1> level_;
  Array<std::int32_t, 1> levels_;
  std::int64_t going_on_ = 0;       ///< edges that leave the level, or its vertices
  std::int64_t edges_reached_ = 0;  ///< that leave it or one before
};

RELATILE_INLINE Array<std::int32_t, 1> levels_by_search(const Edges& edges,
                                                        const Array<bool, 1>& sources) {
  LevelSearch search(edges, sources);
  for (std::int32_t number = 1; search.goes_on(); ++number) search.find(number);
  return search.levels();
}

}  // namespace relatile::detail
