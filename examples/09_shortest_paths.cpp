// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 09: components, shortest paths and betweenness of graphs, by products over (min, +) and (+, x).
//
//   mpirun -n 4 ./09_shortest_paths

#include <algorithm>
#include <cmath>
#include <limits>
#include <relatile/sparse.hpp>
#include <vector>

namespace rt = relatile;

/// The links of a file as a matrix: element (i, j) is 1 if one leads from j to i.
rt::SparseArray<double> graph_of(const char* path) {
  const auto links = rt::load_csv<std::int64_t>(path, {.delimiter = '\t'});
  const auto numbers = rt::unique(links);
  const auto from = rt::searchsorted(numbers, links(rt::all_of_axis, 0));
  const auto to = rt::searchsorted(numbers, links(rt::all_of_axis, 1));
  return rt::from_coordinates(to, from, 1.0, {numbers.size(), numbers.size()});
}

/// Labels or lengths that travel along all links at once, until none gets smaller.
template <class T>
rt::Array<T, 1> settled(const rt::SparseArray<T>& links, rt::Array<T, 1> x) {
  for (;;) {
    const rt::Array<T, 1> next = rt::minimum(x, rt::matmul<rt::MinPlus>(links, x));
    if (rt::array_equal(next, x).item()) return x;
    x = next;
  }
}

// The same in plain loops, to compare with.

/// x(i) = min(x(i), x(j) + length) by one link after the other, until none changes.
template <class T>
std::vector<T> settled_in_loops(const rt::SparseArray<T>& links, const rt::Array<T, 1>& start) {
  const auto [to, from, lengths] = rt::coordinates(links);
  const auto i = rt::to_vector(to);
  const auto j = rt::to_vector(from);
  const auto length = rt::to_vector(lengths);
  std::vector<T> x = rt::to_vector(start);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t e = 0; e < i.size(); ++e) {
      T& at = x[std::size_t(i[e])];
      const T by = x[std::size_t(j[e])] + length[e];
      if (by < at) changed = true, at = by;
    }
  }
  return x;
}

/// Betweenness by its definition: of all pairs, the share of their shortest paths through a node.
/// Distances and numbers of paths are those through more and more nodes (Floyd and Warshall).
std::vector<double> betweenness_in_loops(std::vector<double> count, std::size_t n) {
  std::vector<double> d;
  for (const double links : count) d.push_back(links == 0 ? double(n) : links);
  const auto for_triples = [n](auto f) {
    for (std::size_t ijk = 0; ijk < n * n * n; ++ijk) {
      const std::size_t k = ijk / (n * n), i = ijk / n % n, j = ijk % n;
      if (i != j && i != k && j != k) f(i * n + j, i * n + k, k * n + j, k);
    }
  };
  for_triples([&](auto ij, auto ik, auto kj, auto) {
    const double by = d[ik] + d[kj];
    if (by < d[ij]) count[ij] = 0;
    if (by <= d[ij]) count[ij] += count[ik] * count[kj];
    d[ij] = std::min(d[ij], by);
  });
  std::vector<double> between(n);
  for_triples([&](auto ij, auto ik, auto kj, auto k) {
    if (d[ik] + d[kj] > d[ij]) return;
    between[k] += count[ik] * count[kj] / count[ij] / double((n - 1) * (n - 2));
  });
  return between;
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  bool right = true;
  const auto check = [&](const char* what, bool holds) {
    if (!holds) rt::print("WRONG:", what);
    right = right && holds;
  };

  // The Internet's autonomous systems, and what is left of it without those of many links.
  const auto internet = graph_of(RELATILE_EXAMPLE_DATA "/as20graph.txt");
  const rt::Array<double, 1> degree = rt::sum(internet, 1);
  const auto others = rt::flatnonzero(degree < 300.0);
  const auto rest = rt::take(rt::take(internet, others, 0), others, 1);
  const auto links = rt::astype<std::int64_t>(0.0 * rest);  // a label does not change on its way
  const rt::Array<std::int64_t, 1> label = settled(links, rt::arange(rest.shape(0)));
  const auto sizes = rt::bincount(label);
  rt::print("without", internet.shape(0) - rest.shape(0), "of", internet.shape(0),
            "nodes there are", rt::item(rt::sum(sizes > 0)), "components, the largest of",
            rt::item(rt::max(sizes)));
  check("components", rt::to_vector(label) == settled_in_loops(links, rt::arange(rest.shape(0))));

  // A link is the shorter the larger its ends are: lengths of shortest paths from node 0.
  const auto lengths = internet / degree / degree(rt::all_of_axis, rt::newaxis);
  const double inf = std::numeric_limits<double>::infinity();
  const rt::Array<double, 1> start = rt::where(rt::arange(internet.shape(0)) == 0, 0.0, inf);
  const rt::Array<double, 1> far = settled(lengths, start);
  rt::print("the farthest node is", rt::argmax(far).item(), "at", rt::item(rt::max(far)));
  check("shortest paths", rt::to_vector(far) == settled_in_loops(lengths, start));

  // A karate club: all pairs' distances by squaring a matrix that has zeros on its diagonal.
  const auto named = graph_of(RELATILE_EXAMPLE_DATA "/karate.txt");
  const std::int64_t n = named.shape(0);
  const rt::SparseArray<double> friends = named + rt::transpose(named);
  rt::SparseArray<double> paths = friends + 0.0 * rt::sparse_eye(n);
  for (std::int64_t edges = 1; edges < n; edges *= 2) paths = rt::matmul<rt::MinPlus>(paths, paths);
  const rt::Array<double, 2> distance = rt::to_dense(paths, inf);
  const double mean = rt::item(rt::sum(distance)) / double(n * (n - 1));
  rt::print("diameter", rt::item(rt::max(distance)), "mean distance", mean);
  check("diameter", rt::item(rt::max(distance)) == 5 && std::abs(mean - 2.4082) < 1e-4);

  // Betweenness (Brandes): from all members at once, a column each, the numbers of shortest paths
  // level by level, and back again what share of them goes through whom.
  rt::Array<double, 2> count = rt::eye(n);
  std::vector<rt::Array<double, 2>> levels{count};
  for (;;) {
    const rt::Array<double, 2> next =
        rt::where(count > 0.0, 0.0, rt::matmul(friends, levels.back()));
    if (rt::item(rt::sum(next)) == 0) break;
    count = count + next;
    levels.push_back(next);
  }
  rt::Array<double, 2> share = rt::zeros({n, n});
  for (std::size_t k = levels.size() - 1; k > 1; --k) {
    const auto given = rt::where(levels[k] > 0.0, (1.0 + share) / count, 0.0);
    share = share + levels[k - 1] * rt::matmul(friends, given);
    rt::evaluate(share);
  }
  const rt::Array<double, 1> between = rt::sum(share, 1) / double((n - 1) * (n - 2));
  rt::print("betweenness of 1, 33 and 34:", between(0).item(), between(32).item(),
            between(33).item());
  // As published for this graph, and as in loops.
  check("betweenness of 1", std::abs(between(0).item() - 0.43763528) < 1e-8);
  check("betweenness of 34", std::abs(between(33).item() - 0.30407498) < 1e-8);
  const auto loops = betweenness_in_loops(rt::to_vector(rt::to_dense(friends)), std::size_t(n));
  check("betweenness", rt::allclose(between, rt::from_span(loops, {n})).item());
  return right ? 0 : 1;
}
