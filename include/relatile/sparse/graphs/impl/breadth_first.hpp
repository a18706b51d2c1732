// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/graphs/breadth_first.hpp"

#include <memory>
#include <string>

#include "relatile/array/conversion.hpp"
#include "relatile/array/names/standard.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/core/error.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/kernel/sparse/levels.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/structure/impl/structure.hpp"

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
      : edges_(edges), levels_(where(sources, 0, -1)), reached_(sources) {}

  /// Finds the level of this number, or, where that is no work worth dividing, all that are left.
  void find(std::int32_t number) {
    if (ends_alone()) {
      levels_ = last_levels(number);
      going_on_ = 0;
      return Session::current().evaluate({levels_.node()});
    }
    // Of the first level nobody has counted the edges: few sources have few.
    const bool back = number == 1 ? edges_.out == nullptr : goes_back();
    levels_ = back ? back_along_edges(number) : along_edges(number);
    reached_ = levels_ >= 0;
    count();
  }
  const Array<std::int32_t, 1>& levels() const { return levels_; }
  /// Whether there may be another level.
  bool goes_on() const { return going_on_ > 0; }

 private:
  using Places = SparseArray<kernel::SparseIndex, 2>;
  /// A matrix of which elements are not read.
  static Places places(const SparsePattern& pattern) { return {pattern, pattern->columns}; }

  Array<std::int32_t, 1> along_edges(std::int32_t number) const {
    const Array<bool, 1> last = levels_ == number - 1;
    const Array<bool, 1> next =
        matmul<OrFirst>(last, places(edges_.out), only(as_array(levels_ < 0)));
    return where(next, number, levels_);
  }
  Array<std::int32_t, 1> back_along_edges(std::int32_t number) const {
    const Places edges = places(edges_.in);
    return Array<std::int32_t, 1>(product_node(
        {edges.pattern(), edges.values().node()}, {reached_.node(), 1},
        [number](kernel::ProductLabels labels) { return kernel::next_level(labels, number); },
        levels_.node()));
  }
  /// On one site, whether fewer edges are left to look at than it takes to divide them.
  bool ends_alone() const {
    constexpr std::int64_t fewest_to_divide_levels = 1 << 15;
    return edges_.out && edges_reached_ > 0 && Session::current().num_sites() == 1 &&
           edges_.out->nnz() - edges_reached_ + going_on_ < fewest_to_divide_levels;
  }
  Array<std::int32_t, 1> last_levels(std::int32_t number) const {
    const SparseStructure& s = *edges_.out;
    const AccessDim vertices = tra::between_cuts(shared({0, s.shape[0]}));
    const AccessDim edges = tra::between_cuts(shared({0, s.nnz()}));
    return Array<std::int32_t, 1>(tra::make_on_pieces(
        {{1}, {"graph"}, {}},
        {{s.all_counts(), {vertices}}, {s.columns.node(), {edges}}, {levels_.node(), {vertices}}},
        {element_type_of<std::int32_t>(), {s.shape[0]}, {vertices}},
        {std::make_shared<const PieceKernel>(kernel::last_levels(number)), nullptr,
         shared({0, s.nnz() - edges_reached_ + going_on_})}));
  }
  /// Of the edges that lead to a vertex that is not reached few are looked at, since the first that
  /// comes from a reached one is enough; how many there are is told by those of all vertices that
  /// are not reached, which is exact where edges go both ways.
  bool goes_back() const {
    constexpr std::int64_t share_looked_at = 14;
    if (!edges_.in) return false;
    return !edges_.out || share_looked_at * going_on_ > edges_.out->nnz() - edges_reached_;
  }
  /// Evaluates a level, and counts the edges that leave what is reached, or, where nobody knows
  /// them, its vertices: what is one number is one message. What this is more than it was before is
  /// the level's.
  void count() {
    const Array<std::int64_t, 0> edges_or_vertices =
        edges_.out ? sum(where(reached_, all_counts_of(*edges_.out), kernel::SparseIndex{0}))
                   : sum(astype<std::int64_t>(reached_));
    Session::current().evaluate({levels_.node(), reached_.node(), edges_or_vertices.node()});
    const std::int64_t reached = edges_or_vertices.item();
    going_on_ = reached - edges_reached_;
    edges_reached_ = reached;
  }

  const Edges edges_;
  Array<std::int32_t, 1> levels_;
  Array<bool, 1> reached_;
  std::int64_t going_on_ = 1;       ///< edges that leave the level, or its vertices
  std::int64_t edges_reached_ = 0;  ///< that leave it or one before
};

RELATILE_INLINE Array<std::int32_t, 1> levels_by_search(const Edges& edges,
                                                        const Array<bool, 1>& sources) {
  LevelSearch search(edges, sources);
  for (std::int32_t number = 1; search.goes_on(); ++number) search.find(number);
  return search.levels();
}

}  // namespace relatile::detail
