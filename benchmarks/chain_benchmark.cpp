// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// (A B) + (C (D E)), square and skewed, against the best plan by hand with MPI and BLAS, and
// ScaLAPACK:
//
//   tests/support/mpirun.sh 2 600 build-release/benchmarks/chain_benchmark
//
// Counters are GFLOP/s of all ranks together and bytes. Alone, a rank uses all threads; of several
// ranks each uses one. By hand on one rank is plain BLAS.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <relatile/relatile.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cost.hpp"
#include "gemm.hpp"
#include "ranks.hpp"
#include "rounds.hpp"
#ifdef BENCHMARKS_HAVE_SCALAPACK
#include "block_cyclic.hpp"
#endif

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using benchmarks::gemm;
using benchmarks::num_ranks;
using benchmarks::slowest_seconds_of;
using benchmarks::this_rank;
using Array = rt::Array<double, 2>;
using Matrix = rt::kernel::EigenOf<double, 2>;

/// a: side x thin, b: thin x side, c: side x thin, d: thin x wide, e: wide x side.
struct Sizes {
  std::int64_t side = 0;
  std::int64_t thin = 0;
  std::int64_t wide = 0;
  bool skewed() const { return thin < side; }
  double flops() const {
    const auto s = static_cast<double>(side);
    const auto t = static_cast<double>(thin);
    return 2 * (2 * s * t * s + t * static_cast<double>(wide) * s);
  }
};

double element(std::int64_t which, std::int64_t i, std::int64_t j) {
  return static_cast<double>((which + 3 * i + 5 * j) % 17 - 8) / 16;
}

struct Operands {
  explicit Operands(const Sizes& sizes)
      : a(made(0, sizes.side, sizes.thin)),
        b(made(1, sizes.thin, sizes.side)),
        c(made(2, sizes.side, sizes.thin)),
        d(made(3, sizes.thin, sizes.wide)),
        e(made(4, sizes.wide, sizes.side)) {}
  Array operator()() const { return rt::matmul(a, b) + rt::matmul(c, rt::matmul(d, e)); }
  static Array made(std::int64_t which, std::int64_t rows, std::int64_t columns) {
    return rt::from_function({rows, columns},
                             [which](auto i, auto j) { return element(which, i, j); });
  }
  Array a, b, c, d, e;
};

// ---- By hand ------------------------------------------------------------------------------------

/// This rank's rows, or columns, of operand `which`.
Matrix rows_of(std::int64_t which, std::int64_t rows, std::int64_t columns) {
  const std::int64_t mine = rows / num_ranks();
  return Matrix::NullaryExpr(
      mine, columns, [=](auto i, auto j) { return element(which, i + this_rank() * mine, j); });
}
Matrix columns_of(std::int64_t which, std::int64_t rows, std::int64_t columns) {
  const std::int64_t mine = columns / num_ranks();
  return Matrix::NullaryExpr(
      rows, mine, [=](auto i, auto j) { return element(which, i, j + this_rank() * mine); });
}

void gather(const Matrix& mine, Matrix& whole) {
  const auto count = static_cast<int>(mine.size());
  MPI_Allgather(mine.data(), count, MPI_DOUBLE, whole.data(), count, MPI_DOUBLE, MPI_COMM_WORLD);
}

void multiply(const Matrix& a, const Matrix& b, Matrix& c, bool adds = false) {
  gemm({a.data(), a.rows(), a.cols()}, {b.data(), b.rows(), b.cols()}, c.data(), adds);
}

/// c in the end: this rank's rows. The sum is computed by the last product. All operands are by
/// rows but d, which in the skewed chain is by columns, so that d e is added up and not gathered.
class ByHand {
 public:
  explicit ByHand(const Sizes& sizes)
      : sizes_(sizes),
        a_(rows_of(0, sizes.side, sizes.thin)),
        b_(rows_of(1, sizes.thin, sizes.side)),
        c_(rows_of(2, sizes.side, sizes.thin)),
        d_(sizes.skewed() ? columns_of(3, sizes.thin, sizes.wide)
                          : rows_of(3, sizes.thin, sizes.wide)),
        e_(rows_of(4, sizes.wide, sizes.side)),
        whole_b_(num_ranks() == 1 ? 0 : sizes.thin, sizes.side),
        whole_e_(adds_up() ? 0 : sizes.wide, sizes.side),
        f_(adds_up() ? 0 : sizes.thin / num_ranks(), sizes.side),
        whole_f_(sizes.thin, sizes.side),
        result_(sizes.side / num_ranks(), sizes.side) {}

  void run() {
    if (num_ranks() == 1) {
      multiply(d_, e_, whole_f_);
      multiply(a_, b_, result_);
      multiply(c_, whole_f_, result_, true);
      return;
    }
    if (adds_up()) {
      multiply(d_, e_, whole_f_);
      MPI_Allreduce(MPI_IN_PLACE, whole_f_.data(), static_cast<int>(whole_f_.size()), MPI_DOUBLE,
                    MPI_SUM, MPI_COMM_WORLD);
    } else {
      gather(e_, whole_e_);
      multiply(d_, whole_e_, f_);
      gather(f_, whole_f_);
    }
    gather(b_, whole_b_);
    multiply(a_, whole_b_, result_);
    multiply(c_, whole_f_, result_, true);
  }
  const Matrix& result() const { return result_; }
  /// Bytes of this rank for the result and for buffers.
  std::int64_t held() const {
    return 8 * (whole_b_.size() + whole_e_.size() + f_.size() + whole_f_.size() + result_.size());
  }

 private:
  /// Whether d e is computed whole, and not from rows of d.
  bool adds_up() const { return sizes_.skewed() || num_ranks() == 1; }

  Sizes sizes_;
  Matrix a_, b_, c_, d_, e_, whole_b_, whole_e_, f_, whole_f_, result_;
};

// ---- ScaLAPACK ----------------------------------------------------------------------------------

#ifdef BENCHMARKS_HAVE_SCALAPACK

using benchmarks::BlockCyclic;
using benchmarks::ProcessGrid;

class Scalapack {
 public:
  Scalapack(const Sizes& sizes, int grid_rows, int block)
      : grid_(grid_rows, num_ranks() / grid_rows),
        a_(grid_, sizes.side, sizes.thin, block),
        b_(grid_, sizes.thin, sizes.side, block),
        c_(grid_, sizes.side, sizes.thin, block),
        d_(grid_, sizes.thin, sizes.wide, block),
        e_(grid_, sizes.wide, sizes.side, block),
        f_(grid_, sizes.thin, sizes.side, block),
        result_(grid_, sizes.side, sizes.side, block) {
    std::int64_t which = 0;
    for (const BlockCyclic* matrix : {&a_, &b_, &c_, &d_, &e_}) {
      matrix->fill([which](std::int64_t i, std::int64_t j) { return element(which, i, j); });
      ++which;
    }
  }
  void run() const {
    benchmarks::multiply(false, a_, b_, result_);
    benchmarks::multiply(false, d_, e_, f_);
    benchmarks::multiply(false, c_, f_, result_, 1);
  }
  const BlockCyclic& result() const { return result_; }
  std::int64_t held() const { return f_.bytes() + result_.bytes(); }
  void forget() const { benchmarks::free_workspace(grid_); }

 private:
  ProcessGrid grid_;
  BlockCyclic a_, b_, c_, d_, e_, f_, result_;
};

/// The fastest of its layouts, tried here.
Scalapack fastest(const Sizes& sizes) {
  double least = std::numeric_limits<double>::infinity();
  std::pair<int, int> best{1, 64};
  for (int rows = 1; rows <= num_ranks(); ++rows) {
    if (num_ranks() % rows != 0) continue;
    for (const int block : {64, 256}) {
      const Scalapack tried(sizes, rows, block);
      const double seconds = slowest_seconds_of([&] { tried.run(); });
      if (seconds < least) best = {rows, block};
      least = std::min(least, seconds);
    }
  }
  return {sizes, best.first, best.second};
}

#endif

// ---- The benchmark ------------------------------------------------------------------------------

bool near(double a, double b) { return std::abs(a - b) <= 1e-8 * std::max(1.0, std::abs(b)); }

bool agree(const Matrix& whole, const Matrix& rows) {
  const std::int64_t top = this_rank() * rows.rows();
  double wrong = 0;
  for (std::int64_t i = 0; i < rows.rows(); ++i) {
    for (std::int64_t j = 0; j < rows.cols(); ++j)
      wrong += near(rows(i, j), whole(top + i, j)) ? 0 : 1;
  }
  return benchmarks::largest_of(wrong) == 0;
}

void chain(benchmark::State& state, const Sizes& sizes) {
  const auto threads = num_ranks() == 1 ? omp_get_num_procs() : 1;
  omp_set_num_threads(threads);
  if (sizes.thin % num_ranks() != 0)
    return state.SkipWithError("the ranks do not divide the extents");
  const Operands operands(sizes);
  Array result = operands();
  rt::evaluate(result);  // and with it the operands, placed for it
  const Matrix whole = rt::to_eigen(result);

  std::vector<Contender> contenders{{"relatile", [&] {
                                       return slowest_seconds_of([&] {
                                         result = operands();
                                         rt::evaluate(result);
                                       });
                                     }}};
  const auto with_blas_threads = [&](const std::function<void()>& work) {
    const benchmarks::BlasThreads all(threads);
    return slowest_seconds_of(work);
  };
  ByHand by_hand(sizes);
  by_hand.run();
  if (!agree(whole, by_hand.result())) return state.SkipWithError("the plan by hand disagrees");
  contenders.push_back({"by_hand", [&] { return with_blas_threads([&] { by_hand.run(); }); }});
#ifdef BENCHMARKS_HAVE_SCALAPACK
  const Scalapack scalapack = fastest(sizes);
  scalapack.run();
  double wrong = 0;
  scalapack.result().visit([&](std::int64_t i, std::int64_t j, double value) {
    wrong += near(value, whole(i, j)) ? 0 : 1;
  });
  if (benchmarks::largest_of(wrong) != 0) return state.SkipWithError("ScaLAPACK disagrees");
  contenders.push_back({"scalapack", [&] { return with_blas_threads([&] { scalapack.run(); }); }});
#endif
  const benchmarks::Rounds rounds(state, std::move(contenders));
  rounds.report_rates(state, 1e-9 * sizes.flops());
  const auto& report = rt::report(result);
  state.counters["bytes_measured"] = static_cast<double>(report.bytes_sent().value);
  state.counters["most_loaded_bytes"] =
      static_cast<double>(report.traffic_sent().most_loaded().value);
  state.counters["peak_bytes"] = static_cast<double>(report.peak_bytes);
  report_cost(state, "by_hand", benchmarks::cost_of([&] { by_hand.run(); }, by_hand.held()));
#ifdef BENCHMARKS_HAVE_SCALAPACK
  scalapack.forget();
  report_cost(state, "scalapack", benchmarks::cost_of([&] { scalapack.run(); }, scalapack.held()));
#endif
  if (report.plan.traffic() != report.traffic_sent()) {
    state.SkipWithError("the bytes sent are not the bytes predicted");
  }
}

void add(const std::string& name, const Sizes& sizes) {
  const std::string full_name = name + "/" + std::to_string(sizes.side);
  const auto run = [=](benchmark::State& state) { chain(state, sizes); };
  benchmarks::measure_rounds(benchmark::RegisterBenchmark(full_name.c_str(), run), 7);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  add("chain/square", {2048, 2048, 2048});
  add("chain/skewed", {2560, 256, 25'600});
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
}
