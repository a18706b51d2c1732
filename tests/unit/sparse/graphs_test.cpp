// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <relatile/sparse.hpp>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace graphs_test {

// Functions of graphs against loops over edges.

namespace rt = relatile;
using Graph = rt::SparseArray<double>;

namespace {

/// Levels by a queue.
std::vector<std::int32_t> queued_levels(const Graph& graph, const std::vector<std::size_t>& from) {
  const auto counts = rt::to_vector(graph.row_counts());
  const auto columns = rt::to_vector(graph.columns());
  std::vector<std::size_t> first{0};
  for (const auto count : counts) first.push_back(first.back() + std::size_t(count));
  std::vector<std::int32_t> levels(counts.size(), -1);
  std::vector<std::size_t> queue = from;
  for (const std::size_t v : from) levels[v] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::size_t v = queue[next];
    for (std::size_t e = first[v]; e < first[v + 1]; ++e) {
      const auto w = std::size_t(columns[e]);
      if (levels[w] >= 0) continue;
      levels[w] = levels[v] + 1;
      queue.push_back(w);
    }
  }
  return levels;
}
Graph path(std::int64_t n) { return rt::diags({1.0}, {1}, {n, n}); }

void check(const Graph& graph, std::int64_t source) {
  const auto wanted = queued_levels(graph, {std::size_t(source)});
  const Graph back = rt::transpose(graph);
  CHECK(rt::to_vector(rt::bfs_levels(graph, source)) == wanted);
  CHECK(rt::to_vector(rt::bfs_levels(rt::transpose(back), source)) == wanted);
  rt::evaluate(back);
  CHECK(rt::to_vector(rt::bfs_levels(graph, source, back)) == wanted);
  // A transpose that nobody has made is searched by the edges that it has.
  CHECK(rt::to_vector(rt::bfs_levels(rt::transpose(back), source)) == wanted);
}

}  // namespace

TEST_CASE("levels are those that a queue finds, in either direction") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  rt::random::seed(3);
  const Graph drawn = rt::random::rmat(8, 4);
  check(drawn, 0);
  check(drawn, 77);
  const Graph both = drawn + rt::transpose(drawn);
  CHECK(rt::to_vector(rt::bfs_levels(both, 5, both)) == queued_levels(both, {5}));
  check(path(40), 0);
  check(path(40), 39);
  check(path(1), 0);
  check(rt::random::erdos_renyi(90, 0.02), 4);
  // Entries that are 0 are edges, and several sources are one level.
  const Graph zeros = both * 0.0;
  const auto three =
      rt::as_array(rt::arange<std::int64_t>(256) % std::int64_t{100} == std::int64_t{7});
  CHECK(rt::to_vector(rt::bfs_levels(zeros, three, zeros)) == queued_levels(both, {7, 107, 207}));
  CHECK(rt::to_vector(rt::bfs_levels(both, rt::as_array(three))) ==
        queued_levels(both, {7, 107, 207}));
  const rt::Array<bool, 1> nobody = rt::zeros<bool>({256});
  CHECK(rt::to_vector(rt::bfs_levels(both, nobody, both)) == std::vector<std::int32_t>(256, -1));
}

TEST_CASE("levels of many edges are found in both directions, and the last ones by a queue") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  rt::random::seed(4);
  const Graph drawn = rt::random::rmat(13, 8);
  // A path hangs on it, so that there are levels after those with most of the edges.
  const Graph with_path = rt::block_diag({drawn + rt::transpose(drawn), path(23)});
  const std::int64_t n = with_path.shape(0);
  const Graph bridge =
      rt::from_coordinates(std::vector<std::int64_t>{1}, std::vector<std::int64_t>{n - 23},
                           std::vector<double>{1}, {n, n});
  const Graph graph = with_path + bridge;
  REQUIRE(graph.nnz() > std::int64_t{2} << 15);
  const auto source = std::int64_t(rt::item(rt::argmax(graph.row_counts())));
  const auto wanted = queued_levels(graph, {std::size_t(source)});
  const Graph back = rt::transpose(graph);
  rt::evaluate(back);
  CHECK(rt::to_vector(rt::bfs_levels(graph, source, back)) == wanted);
  CHECK(rt::to_vector(rt::bfs_levels(graph, source)) == wanted);
  CHECK(*std::max_element(wanted.begin(), wanted.end()) > 20);
}

TEST_CASE("graphs that are none, and vertices that they lack, are refused") {
  auto context = rt::Context::loopback(2);
  const Graph graph = path(5);
  using Catch::Matchers::ContainsSubstring;
  CHECK_THROWS_WITH(rt::bfs_levels(rt::sparse_eye(5, 6), 0),
                    ContainsSubstring("bfs_levels: a graph of shape (5, 6)"));
  CHECK_THROWS_WITH(rt::bfs_levels(graph, 5), ContainsSubstring("no vertex 5 among 5"));
  CHECK_THROWS_AS(rt::bfs_levels(graph, -1), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::bfs_levels(graph, 0, rt::sparse_eye(6)), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::bfs_levels(graph, rt::as_array(rt::zeros<bool>({4}))), rt::ShapeMismatch);
}

}  // namespace graphs_test
