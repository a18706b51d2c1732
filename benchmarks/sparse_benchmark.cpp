// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Products of sparse matrices: the Laplacian of a grid of 1000 x 1000 points, an R-MAT graph of
// 2^18 vertices (2^14 where it is squared) with 8 edges a vertex, and 0.1 % of 20,000 x 20,000 at
// random; 10^6 x 10^6 with entries in 64 rows; triangles and breadth-first search of an R-MAT graph
// of 2^16 vertices. Beside PETSc, on one rank also beside Eigen and GraphBLAS on as many threads:
//
//   OMP_WAIT_POLICY=passive build-release/benchmarks/sparse_benchmark
//   OMP_NUM_THREADS=1 tests/support/mpirun.sh 2 600 build-release/benchmarks/sparse_benchmark
//
// With RELATILE_SPARSE_MATRICES=<directory>, the matrices are saved there for
// python/scipy_benchmark.py, and nothing is measured.
//
// Counters are milliseconds, and the bytes sent. The evaluation of an expression is counted, that
// of its operands not.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <relatile/sparse.hpp>
#include <string>
#include <utility>
#include <vector>

#include "ranks.hpp"
#include "rounds.hpp"
#include "sparse_peers.hpp"

namespace {

namespace rt = relatile;
using benchmarks::SparsePeers;
using Sparse = rt::SparseArray<double>;

bool is_quick() { return benchmarks::rounds_of(2) == 1; }

Sparse laplacian() {
  const std::int64_t side = is_quick() ? 40 : 1000;
  const Sparse eye = rt::sparse_eye(side);
  const Sparse line = 2.0 * eye - rt::sparse_eye(side, side, 1) - rt::sparse_eye(side, side, -1);
  return rt::kron(line, eye) + rt::kron(eye, line);
}
Sparse rmat(int scale) { return rt::random::rmat(is_quick() ? 8 : scale, 8); }
Sparse scattered() {
  const rt::Extent n = is_quick() ? 400 : 20'000;
  return rt::random::sparse({n, n}, 0.001);
}
/// An R-MAT graph without directions, and without edges from a vertex to itself.
Sparse graph() {
  const Sparse drawn = rmat(16);
  const Sparse both = rt::minimum(drawn + rt::transpose(drawn), 1.0);
  return rt::tril(both, -1) + rt::triu(both, 1);
}
/// 10^6 x 10^6, with entries in 64 rows at most.
Sparse few_rows() {
  const auto numbers = rt::arange<std::int64_t>(1000);
  const auto line = [&](std::int64_t step) {
    return rt::Array<std::int64_t, 1>(numbers * step % std::int64_t{64} * std::int64_t{15'625});
  };
  return rt::from_coordinates(line(37), line(41) + numbers, rt::astype<double>(numbers),
                              {1'000'000, 1'000'000});
}
Sparse lower_half() { return rt::tril(graph(), -1); }

/// The same matrix on this rank.
benchmarks::CompressedRows rows_of(const Sparse& s) {
  benchmarks::CompressedRows made{{0}, rt::to_vector(s.columns()), rt::to_vector(s.values())};
  for (const auto count : rt::to_vector(s.row_counts())) {
    made.offsets.push_back(made.offsets.back() + count);
  }
  return made;
}

SparsePeers together(std::initializer_list<SparsePeers> all) {
  SparsePeers peers;
  for (const SparsePeers& some : all) peers.insert(peers.end(), some.begin(), some.end());
  return peers;
}

/// Measures `compute`, which returns an array, beside peers that must find the same sum.
template <class Compute>
void measure(benchmark::State& state, const Compute& compute, const SparsePeers& peers) {
  std::int64_t sent = 0;
  const auto once = [&] {
    const auto result = compute();
    rt::evaluate(result);
    sent = rt::report(result).bytes_sent().value;
  };
  std::vector<benchmarks::Contender> contenders{
      {"relatile", [&] { return benchmarks::slowest_seconds_of(once); }}};
  const auto ours = static_cast<double>(rt::item(rt::sum(compute())));
  for (const benchmarks::SparsePeer& peer : peers) {
    peer.run();
    if (peer.sum && std::abs(peer.sum() - ours) > 1e-9 * std::abs(ours)) {
      return state.SkipWithError((peer.name + " disagrees").c_str());
    }
    contenders.push_back({peer.name, [&peer] { return benchmarks::slowest_seconds_of(peer.run); }});
  }
  const benchmarks::Rounds rounds(state, std::move(contenders));
  rounds.report_milliseconds(state);
  state.counters["bytes_measured"] = static_cast<double>(sent);
}

void times_vector(benchmark::State& state, const Sparse& s) {
  rt::Array<double, 1> x = rt::random::uniform({s.shape(1)});
  rt::evaluate(x, s.values());
  const auto rows = rows_of(s);
  const std::vector<double> elements = rt::to_vector(x);
  const benchmarks::DenseOperand by{elements};
  measure(
      state, [&] { return rt::Array<double, 1>(rt::matmul(s, x)); },
      together({benchmarks::petsc_product(rows, by), benchmarks::graphblas_product(rows, by),
                benchmarks::eigen_product(rows, by), benchmarks::bandwidth_of_product(rows, by)}));
}

void times_columns(benchmark::State& state, const Sparse& s, std::int64_t columns) {
  rt::Array<double, 2> x = rt::random::uniform({s.shape(1), columns});
  rt::evaluate(x, s.values());
  const auto rows = rows_of(s);
  const std::vector<double> elements = rt::to_vector(rt::ravel(x));
  const benchmarks::DenseOperand by{elements, columns};
  measure(
      state, [&] { return rt::Array<double, 2>(rt::matmul(s, x)); },
      together({benchmarks::petsc_product(rows, by), benchmarks::graphblas_product(rows, by),
                benchmarks::eigen_product(rows, by), benchmarks::bandwidth_of_product(rows, by)}));
}

/// The transpose of a matrix, which is not made, times a dense one.
void transposed_times_columns(benchmark::State& state, const Sparse& s, std::int64_t columns) {
  rt::Array<double, 2> x = rt::random::uniform({s.shape(0), columns});
  rt::evaluate(x, s.values());
  const std::vector<double> elements = rt::to_vector(rt::ravel(x));
  measure(
      state, [&] { return rt::Array<double, 2>(rt::matmul(rt::transpose(s), x)); },
      benchmarks::eigen_transposed_product(rows_of(s), {elements, columns}));
}

/// At the entries of s, products of rows of u and columns of v.
void sampled(benchmark::State& state, const Sparse& s, std::int64_t inner) {
  rt::Array<double, 2> u = rt::random::uniform({s.shape(0), inner});
  rt::Array<double, 2> v = rt::random::uniform({inner, s.shape(1)});
  rt::evaluate(u, v, s.values());
  measure(state, [&] { return rt::sddmm(s, u, v).values(); }, {});
}

/// Of 400,000 entries in 1000 x 613 x 701, in every mode.
void factors(benchmark::State& state, std::int64_t columns) {
  const std::int64_t entries = is_quick() ? 4000 : 400'000;
  const auto numbers = rt::arange<std::int64_t>(entries);
  const auto along = [&](std::int64_t step, std::int64_t extent) {
    return rt::Array<std::int64_t, 1>(numbers * step % extent);
  };
  const auto s = rt::from_coordinates({along(37, 1000), along(7919, 613), along(104'729, 701)},
                                      rt::astype<double>(numbers), {1000, 613, 701});
  rt::Array<double, 2> a = rt::random::uniform({1000, columns});
  rt::Array<double, 2> b = rt::random::uniform({613, columns});
  rt::Array<double, 2> c = rt::random::uniform({701, columns});
  rt::evaluate(a, b, c, s.values());
  measure(state,
          [&] {
            const auto of_mode = [&](int mode) { return rt::sum(rt::mttkrp(s, {a, b, c}, mode)); };
            return rt::Array<double, 0>(of_mode(0) + of_mode(1) + of_mode(2));
          },
          {});
}

void squared(benchmark::State& state, const Sparse& s) {
  rt::evaluate(s.values());
  const auto rows = rows_of(s);
  measure(
      state, [&] { return rt::matmul(s, s).values(); },
      together({benchmarks::petsc_square(rows), benchmarks::graphblas_square(rows),
                benchmarks::eigen_square(rows)}));
}

void triangles(benchmark::State& state) {
  const Sparse l = lower_half();
  rt::evaluate(l.values());
  measure(
      state,
      [&] { return rt::Array<std::int64_t, 0>(rt::sum(rt::masked_matmul<rt::PlusPair>(l, l, l))); },
      benchmarks::graphblas_triangles(rows_of(l)));
}

/// The transpose, made anew each time.
void transposed(benchmark::State& state, const Sparse& s) {
  rt::evaluate(s.values());
  measure(state, [&] { return rt::transpose(s).values(); }, {});
}

/// The number of edges to every vertex from one, of a symmetric graph; -1 where no path leads.
void levels(benchmark::State& state) {
  const Sparse edges = graph();
  const auto source = static_cast<std::int64_t>(rt::item(rt::argmax(edges.row_counts())));
  measure(
      state, [&] { return rt::bfs_levels(edges, source, edges); },
      benchmarks::graphblas_levels(rows_of(edges), source));
}

/// For python/scipy_benchmark.py.
void save_all(const std::string& directory) {
  const std::map<std::string, Sparse> all{{"laplacian", laplacian()}, {"rmat", rmat(18)},
                                          {"small_rmat", rmat(14)},   {"scattered", scattered()},
                                          {"graph", graph()},         {"lower", lower_half()}};
  for (const auto& [name, s] : all) {
    rt::savez(directory + "/" + name + ".npz",
              {{"counts", s.row_counts()}, {"columns", s.columns()}, {"values", s.values()}});
  }
}

void add(std::string name, std::function<void(benchmark::State&)> run) {
  if (benchmarks::num_ranks() == 1) name += "/threads:" + std::to_string(omp_get_max_threads());
  benchmarks::measure_rounds(benchmark::RegisterBenchmark(name.c_str(), std::move(run)), 11);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  if (const char* directory = std::getenv("RELATILE_SPARSE_MATRICES")) {
    save_all(directory);
    return 0;
  }
  add("laplacian/vector", [](auto& state) { times_vector(state, laplacian()); });
  add("rmat/vector", [](auto& state) { times_vector(state, rmat(18)); });
  add("scattered/vector", [](auto& state) { times_vector(state, scattered()); });
  if (benchmarks::num_ranks() > 1) {
    add("rmat/vector_needed",
        [](auto& state) { times_vector(state, rt::with_needed_rows(rmat(18))); });
  }
  add("laplacian/columns:16", [](auto& state) { times_columns(state, laplacian(), 16); });
  add("rmat/columns:16", [](auto& state) { times_columns(state, rmat(18), 16); });
  add("scattered/columns:16", [](auto& state) { times_columns(state, scattered(), 16); });
  add("rmat/columns:64", [](auto& state) { times_columns(state, rmat(18), 64); });
  add("scattered/columns:64", [](auto& state) { times_columns(state, scattered(), 64); });
  add("rmat/transposed_columns:16",
      [](auto& state) { transposed_times_columns(state, rmat(18), 16); });
  add("rmat/sampled:64", [](auto& state) { sampled(state, rmat(16), 64); });
  add("tensor/factors:16", [](auto& state) { factors(state, 16); });
  add("laplacian/squared", [](auto& state) { squared(state, laplacian()); });
  add("rmat/squared", [](auto& state) { squared(state, rmat(14)); });
  add("scattered/squared", [](auto& state) { squared(state, scattered()); });
  add("few_rows/vector", [](auto& state) { times_vector(state, few_rows()); });
  add("few_rows/squared", [](auto& state) { squared(state, few_rows()); });
  add("few_rows/transposed", [](auto& state) { transposed(state, few_rows()); });
  add("graph/triangles", [](auto& state) { triangles(state); });
  add("graph/levels", [](auto& state) { levels(state); });
  benchmarks::run_benchmarks(benchmarks::this_rank() == 0, {argv, argv + argc});
}
