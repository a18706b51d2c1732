// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/array/creation.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/sparse/sparse_array.hpp"

namespace relatile {

namespace detail {

/// Where a graph has edges, by the vertices that they leave, by those that they lead to, or both.
struct Edges {
  SparsePattern out;
  SparsePattern in;

  std::int64_t vertices() const { return (out ? out : in)->shape[0]; }
};

/// Throws ShapeMismatch unless a graph's matrix is square, and `incoming` as large.
void require_graph(const char* operation, const Extents& graph);
void require_incoming(const char* operation, const Extents& graph, const Extents& incoming);
/// Where a search begins: one vertex, which there must be, or a truth value for each.
Array<bool, 1> sources_of(const char* operation, std::int64_t vertices, std::int64_t source);
Array<bool, 1> sources_of(const char* operation, std::int64_t vertices,
                          const Array<bool, 1>& sources);

/// Collective.
Array<std::int32_t, 1> levels_by_search(const Edges& edges, const Array<bool, 1>& sources);

/// The edges of a graph as they are stored: of a transpose that is not made, by where they lead to.
template <class T>
Edges edges_of(const char* operation, const SparseArray<T, 2>& graph) {
  require_graph(operation, graph.shape());
  if (const SparseArray<T, 2>* const of = graph.transpose_of()) return {nullptr, of->pattern()};
  return {graph.pattern(), nullptr};
}

}  // namespace detail

/// How many edges each vertex is away from a source, -1 of those that none reaches: breadth-first
/// search, as by scipy.sparse.csgraph. graph(i, j) is an edge from i to j wherever there is an
/// entry, whatever it is. Sources are the number of a vertex, or a truth value for each.
/// Collective, and computed at once.
///
///   shapes  (n,n) -> (n)
///   errors  ShapeMismatch for a matrix that is not square, a vertex that it lacks, and truth
///           values of another number
///   cost    an evaluation a level, in which edges are read that leave the level before; all of
///           them, and a look at each vertex a level; on one site one evaluation for the last ones,
///           once fewer than 2^15 edges are left
template <class T, class Sources>
Array<std::int32_t, 1> bfs_levels(const SparseArray<T, 2>& graph, const Sources& sources,
                                  SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const detail::Edges edges = detail::edges_of("bfs_levels", graph);
  return detail::levels_by_search(edges,
                                  detail::sources_of("bfs_levels", edges.vertices(), sources));
}

/// The same where the transpose of the graph is at hand, which is the graph itself if all of its
/// edges go both ways: bfs_levels(g, 0, g). Each level is found in the direction that has fewer
/// edges to look at: along those that leave the last level, or back along those that lead to
/// vertices which are not reached, of which each ends with the first that comes from a vertex that
/// is [Beamer, Asanovic, Patterson, SC 2012].
///
///   errors  as above, and ShapeMismatch for a transpose of another shape
///   cost    an evaluation a level, on one site one for all that have fewer than 2^15 edges to look
///           at; of graphs of few levels a small part of the edges is read
template <class T, class Sources, class U>
Array<std::int32_t, 1> bfs_levels(const SparseArray<T, 2>& graph, const Sources& sources,
                                  const SparseArray<U, 2>& transposed,
                                  SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_graph("bfs_levels", graph.shape());
  detail::require_incoming("bfs_levels", graph.shape(), transposed.shape());
  const detail::Edges edges{graph.pattern(), transposed.pattern()};
  return detail::levels_by_search(edges,
                                  detail::sources_of("bfs_levels", edges.vertices(), sources));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/graphs/impl/breadth_first.hpp"
#endif
