// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Products of sparse matrices: the Laplacian of a grid of 1000 x 1000 points, an R-MAT graph of
// 2^18 vertices (2^14 where it is squared) with 8 edges a vertex, and 0.1 % of 20,000 x 20,000 at
// random. On one rank beside Eigen, whose products with dense operands run on as many threads:
//
//   OMP_WAIT_POLICY=passive build-release/benchmarks/sparse_benchmark
//   tests/support/mpirun.sh 2 600 build-release/benchmarks/sparse_benchmark
//
// Counters are milliseconds, and the bytes sent. The evaluation of an expression is counted, that
// of its operands not.

#include <benchmark/benchmark.h>

#include <Eigen/Sparse>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <relatile/sparse.hpp>
#include <string>
#include <vector>

#include "ranks.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using benchmarks::slowest_seconds_of;
using Sparse = rt::SparseArray<double>;
using EigenSparse = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using EigenDense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

bool is_quick() { return benchmarks::rounds_of(2) == 1; }

Sparse laplacian() {
  const std::int64_t side = is_quick() ? 40 : 1000;
  const std::int64_t n = side * side;
  const auto eye = [n](std::int64_t k) { return rt::sparse_eye(n, n, k); };
  return 4.0 * eye(0) - eye(1) - eye(-1) - eye(side) - eye(-side);
}
Sparse graph(int scale) { return rt::random::rmat(is_quick() ? 8 : scale, 8); }
Sparse scattered() {
  const rt::Extent n = is_quick() ? 400 : 20'000;
  return rt::random::sparse({n, n}, 0.001);
}

/// The same matrix on this rank.
EigenSparse to_eigen_sparse(const Sparse& s) {
  const auto counts = rt::to_vector(s.row_counts());
  const auto columns = rt::to_vector(s.columns());
  const auto values = rt::to_vector(s.values());
  EigenSparse made(s.shape(0), s.shape(1));
  made.resizeNonZeros(s.nnz());
  std::copy(columns.begin(), columns.end(), made.innerIndexPtr());
  std::copy(values.begin(), values.end(), made.valuePtr());
  made.outerIndexPtr()[0] = 0;
  std::partial_sum(counts.begin(), counts.end(), made.outerIndexPtr() + 1);
  return made;
}

/// Measures `compute`, and on one rank a peer.
template <class Compute>
void measure(benchmark::State& state, const Compute& compute, const std::function<void()>& peer) {
  std::int64_t sent = 0;
  const auto once = [&] {
    const auto result = compute();
    rt::evaluate(result);
    sent = rt::report(result).bytes_sent().value;
  };
  std::vector<Contender> contenders{{"relatile", [&] { return slowest_seconds_of(once); }}};
  if (benchmarks::num_ranks() == 1) {
    contenders.push_back({"eigen", [&] { return benchmarks::seconds_of(peer); }});
  }
  const benchmarks::Rounds rounds(state, std::move(contenders));
  rounds.report_milliseconds(state);
  state.counters["bytes_measured"] = static_cast<double>(sent);
}

void times_vector(benchmark::State& state, const Sparse& s) {
  rt::Array<double, 1> x = rt::random::uniform({s.shape(1)});
  rt::evaluate(x, s.values());
  const EigenSparse m = to_eigen_sparse(s);
  const Eigen::VectorXd by = rt::to_eigen(x);
  Eigen::VectorXd made(m.rows());
  measure(
      state, [&] { return rt::Array<double, 1>(rt::matmul(s, x)); },
      [&] { made.noalias() = m * by; });
}

void times_columns(benchmark::State& state, const Sparse& s, std::int64_t columns) {
  rt::Array<double, 2> x = rt::random::uniform({s.shape(1), columns});
  rt::evaluate(x, s.values());
  const EigenSparse m = to_eigen_sparse(s);
  const EigenDense by = rt::to_eigen(x);
  EigenDense made(m.rows(), columns);
  measure(
      state, [&] { return rt::Array<double, 2>(rt::matmul(s, x)); },
      [&] { made.noalias() = m * by; });
}

void squared(benchmark::State& state, const Sparse& s) {
  rt::evaluate(s.values());
  const EigenSparse m = to_eigen_sparse(s);
  EigenSparse made;
  measure(
      state, [&] { return rt::matmul(s, s).values(); }, [&] { made = m * m; });
}

void add(const char* name, std::function<void(benchmark::State&)> run) {
  benchmarks::measure_rounds(benchmark::RegisterBenchmark(name, std::move(run)), 11);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  add("laplacian/vector", [](auto& state) { times_vector(state, laplacian()); });
  add("rmat/vector", [](auto& state) { times_vector(state, graph(18)); });
  add("laplacian/columns:16", [](auto& state) { times_columns(state, laplacian(), 16); });
  add("rmat/columns:16", [](auto& state) { times_columns(state, graph(18), 16); });
  add("rmat/columns:64", [](auto& state) { times_columns(state, graph(18), 64); });
  add("laplacian/squared", [](auto& state) { squared(state, laplacian()); });
  add("rmat/squared", [](auto& state) { squared(state, graph(14)); });
  add("scattered/squared", [](auto& state) { squared(state, scattered()); });
  benchmarks::run_benchmarks(benchmarks::this_rank() == 0, {argv, argv + argc});
}
