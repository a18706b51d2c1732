// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 08: a graph as a sparse matrix: ranks, distances and triangles of the Internet's autonomous
// systems.
//
//   mpirun -n 4 ./08_graphs

#include <algorithm>
#include <relatile/sparse.hpp>
#include <utility>
#include <vector>

namespace rt = relatile;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);

  // A link a line: from, to. Node numbers have gaps; unique() gives each its place among them.
  const auto links =
      rt::load_csv<std::int64_t>(RELATILE_EXAMPLE_DATA "/as20graph.txt", {.delimiter = '\t'});
  const auto numbers = rt::unique(links);
  const std::int64_t n = numbers.size();
  const auto from = rt::searchsorted(numbers, links(rt::all_of_axis, 0));
  const auto to = rt::searchsorted(numbers, links(rt::all_of_axis, 1));

  // graph(i, j) is 1 if there is a link from j to i: whoever has rows gets what they receive.
  const auto graph = rt::from_coordinates(to, from, rt::ones<double>({from.size()}), {n, n});
  rt::print("nodes", n, "links", graph.nnz());

  // PageRank: a node gives 85 % of its rank away, in equal shares.
  const rt::Array<double, 1> degree = rt::sum(graph, 0);
  rt::Array<double, 1> rank = rt::full({n}, 1.0 / double(n));
  for (double change = 1; change >= 1e-10;) {
    const rt::Array<double, 1> next = 0.15 / double(n) + 0.85 * rt::matmul(graph, rank / degree);
    change = rt::item(rt::sum(rt::abs(next - rank)));
    rank = next;
  }
  const auto best = rt::argmax(rank).item();
  rt::print("node", numbers(best).item(), "has rank", rank(best).item());

  // Distances from node 1 along links: the transpose is not made, but what is not reached looks for
  // a link from what is.
  const auto start = rt::as_array(numbers == 1);
  const rt::Array<int, 1> distance = rt::bfs_levels(rt::transpose(graph), start);
  const auto at = rt::to_vector(rt::bincount(distance + 1));
  for (std::size_t level = 1; level + 1 < at.size(); ++level) {
    rt::print(at[level + 1], "nodes at distance", level);
  }

  // Triangles: pairs of links within the lower half that a third one closes. Only the entries of
  // the mask are computed, and only where entries are matters: links that both ways say are one.
  const auto lower = rt::from_coordinates(rt::maximum(from, to), rt::minimum(from, to),
                                          rt::astype<double>(from != to), {n, n});
  const auto edges = rt::drop_zeros(lower);
  rt::print("triangles", rt::item(rt::sum(rt::masked_matmul<rt::PlusPair>(edges, edges, edges))));
}
