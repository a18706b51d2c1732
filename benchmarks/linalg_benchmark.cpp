// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Factorizations of large matrices, against ScaLAPACK:
//
//   tests/support/mpirun.sh 2 600 build-release/benchmarks/linalg_benchmark
//
// Counters are GFLOP/s of all ranks together, and bytes. Of several ranks each uses one thread.
// Both leave L, L and U, or R where they made them; of ScaLAPACK's layouts the fastest is tried
// first.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <relatile/linalg.hpp>
#include <string>
#include <utility>
#include <vector>

#include "noise.hpp"
#include "ranks.hpp"
#include "rounds.hpp"
#ifdef BENCHMARKS_HAVE_SCALAPACK
#include "block_cyclic.hpp"

extern "C" {
void pdpotrf_(const char*, const int*, double*, const int*, const int*, const int*, int*);
void pdgetrf_(const int*, const int*, double*, const int*, const int*, const int*, int*, int*);
void pdgeqrf_(const int*, const int*, double*, const int*, const int*, const int*, double*, double*,
              const int*, int*);
}
#endif

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using benchmarks::num_ranks;
using benchmarks::slowest_seconds_of;
using Array = rt::Array<double, 2>;

enum class Factorization { cholesky, lu, qr };

struct Problem {
  Factorization kind;
  std::int64_t rows;
  std::int64_t columns;

  double flops() const {
    const auto m = static_cast<double>(rows);
    const auto n = static_cast<double>(columns);
    if (kind == Factorization::cholesky) return n * n * n / 3;
    return (kind == Factorization::lu ? 1 : 2) * n * n * (m - n / 3);
  }
};

/// Numbers that look random, the same for both; large on the diagonal where they have to be.
double element(const Problem& problem, std::int64_t i, std::int64_t j) {
  if (problem.kind != Factorization::cholesky) return benchmarks::noise(i, j);
  const double number = benchmarks::noise(std::max(i, j), std::min(i, j));
  return i == j ? number + static_cast<double>(problem.rows) : number;
}

Array factor(const Problem& problem, const Array& a) {
  switch (problem.kind) {
    case Factorization::cholesky: return rt::cholesky(a);
    case Factorization::lu: return rt::lu_factor(a).lu;
    default: return rt::qr(a, "r").r;
  }
}

#ifdef BENCHMARKS_HAVE_SCALAPACK

using benchmarks::BlockCyclic;
using benchmarks::ProcessGrid;

class Scalapack {
 public:
  Scalapack(const Problem& problem, int grid_rows, int block)
      : problem_(problem),
        grid_(grid_rows, num_ranks() / grid_rows),
        a_(grid_, problem.rows, problem.columns, block),
        factored_(grid_, problem.rows, problem.columns, block),
        pivots_(static_cast<std::size_t>(problem.rows + block)),
        tau_(static_cast<std::size_t>(problem.columns)),
        work_(1) {
    a_.fill([&](std::int64_t i, std::int64_t j) { return element(problem, i, j); });
    if (problem.kind != Factorization::qr) return;
    int size = -1;
    int info = 0;
    pdgeqrf_(&rows_(), &columns_(), factored_.data(), &one, &one, factored_.descriptor(),
             tau_.data(), work_.data(), &size, &info);
    work_.resize(static_cast<std::size_t>(work_[0]) + 1);
  }

  /// Factors a copy, as Relatile does.
  int run() {
    std::copy(a_.data(), a_.data() + a_.bytes() / 8, factored_.data());
    int info = 0;
    if (problem_.kind == Factorization::cholesky) {
      pdpotrf_("L", &rows_(), factored_.data(), &one, &one, factored_.descriptor(), &info);
    } else if (problem_.kind == Factorization::lu) {
      pdgetrf_(&rows_(), &columns_(), factored_.data(), &one, &one, factored_.descriptor(),
               pivots_.data(), &info);
    } else {
      const int size = static_cast<int>(work_.size());
      pdgeqrf_(&rows_(), &columns_(), factored_.data(), &one, &one, factored_.descriptor(),
               tau_.data(), work_.data(), &size, &info);
    }
    return info;
  }
  const BlockCyclic& result() const { return factored_; }

 private:
  static constexpr int one = 1;
  const int& rows_() const { return factored_.descriptor()[2]; }
  const int& columns_() const { return factored_.descriptor()[3]; }

  Problem problem_;
  ProcessGrid grid_;
  BlockCyclic a_, factored_;
  std::vector<int> pivots_;
  std::vector<double> tau_;
  std::vector<double> work_;
};

/// In the fastest of its layouts.
Scalapack fastest(const Problem& problem) {
  const auto [grid_rows, block] =
      benchmarks::fastest_layout(num_ranks(), {32, 64, 128}, [&](int rows, int tried_block) {
        Scalapack tried(problem, rows, tried_block);
        return slowest_seconds_of([&] { tried.run(); });
      });
  return {problem, grid_rows, block};
}

/// Whether both have the same elements in the factor's triangle; R up to the signs of its rows.
bool agree(const Problem& problem, const Array& found, const Scalapack& peer) {
  const auto whole = rt::to_eigen(found);
  double wrong = 0;
  const double scale = static_cast<double>(problem.rows);
  peer.result().visit([&](std::int64_t i, std::int64_t j, double value) {
    if (problem.kind == Factorization::cholesky && j > i) return;
    if (problem.kind == Factorization::qr) {
      if (i > j) return;
      wrong += std::abs(std::abs(value) - std::abs(whole(i, j))) <= 1e-9 * scale ? 0 : 1;
    } else {
      wrong += std::abs(value - whole(i, j)) <= 1e-9 * scale ? 0 : 1;
    }
  });
  return benchmarks::largest_of(wrong) == 0;
}

#endif

void run(benchmark::State& state, const Problem& problem) {
  omp_set_num_threads(num_ranks() == 1 ? omp_get_num_procs() : 1);
  const Array a = rt::from_function({problem.rows, problem.columns},
                                    [problem](auto i, auto j) { return element(problem, i, j); });
  Array result = factor(problem, a);
  rt::evaluate(result);  // and with it a, placed for it
  std::vector<Contender> contenders{{"relatile", [&] {
                                       return slowest_seconds_of([&] {
                                         result = factor(problem, a);
                                         rt::evaluate(result);
                                       });
                                     }}};
#ifdef BENCHMARKS_HAVE_SCALAPACK
  Scalapack scalapack = fastest(problem);
  if (scalapack.run() != 0) return state.SkipWithError("ScaLAPACK fails");
  if (!agree(problem, result, scalapack)) return state.SkipWithError("ScaLAPACK disagrees");
  contenders.push_back({"scalapack", [&] { return slowest_seconds_of([&] { scalapack.run(); }); }});
#endif
  const benchmarks::Rounds rounds(state, std::move(contenders));
  rounds.report_rates(state, 1e-9 * problem.flops());
  const auto& report = rt::report(result);
  state.counters["bytes_measured"] = static_cast<double>(report.bytes_sent().value);
  state.counters["most_loaded_bytes"] =
      static_cast<double>(report.traffic_sent().most_loaded().value);
  state.counters["peak_bytes"] = static_cast<double>(report.peak_bytes);
  // The order, without its constant, of what each rank at least sends or receives: n^2 / sqrt(p)
  // elements if it has no more memory than its share, n^2 / 2 log p of a tall matrix [Demmel,
  // Grigori, Hoemmen and Langou, 2012].
  const double ranks = num_ranks();
  const double square = static_cast<double>(problem.columns) * static_cast<double>(problem.columns);
  const bool tall = problem.rows > problem.columns;
  state.counters["order_of_bound_bytes"] =
      8 * square * (tall ? std::log2(ranks) / 2 : 1 / std::sqrt(ranks));
  if (report.plan.traffic() != report.traffic_sent()) {
    state.SkipWithError("the bytes sent are not the bytes predicted");
  }
}

void add(const std::string& name, const Problem& problem) {
  const auto measured = [=](benchmark::State& state) { run(state, problem); };
  benchmarks::measure_rounds(benchmark::RegisterBenchmark(name.c_str(), measured), 5);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  for (const std::int64_t n : {2048, 4096}) {
    const std::string size = "/" + std::to_string(n);
    add("cholesky" + size, {Factorization::cholesky, n, n});
    add("lu" + size, {Factorization::lu, n, n});
    add("qr" + size, {Factorization::qr, n, n});
  }
  add("tsqr/1000000x64", {Factorization::qr, 1'000'000, 64});
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
}
