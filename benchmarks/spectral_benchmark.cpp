// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Eigenvalues and eigenvectors of symmetric matrices and singular values and vectors of square
// ones, against ScaLAPACK's pdsyevd and pdgesvd and against LAPACK on one rank, milliseconds:
//
//   tests/support/mpirun.sh 2 600 build-release/benchmarks/spectral_benchmark
//
// Of several ranks each uses one thread. Of ScaLAPACK's layouts the fastest is tried first.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <relatile/spectral.hpp>
#include <string>
#include <utility>
#include <vector>

#include "noise.hpp"
#include "ranks.hpp"
#include "rounds.hpp"
#ifdef BENCHMARKS_HAVE_SCALAPACK
#include "block_cyclic.hpp"

extern "C" void pdsyevd_(const char*, const char*, const int*, double*, const int*, const int*,
                         const int*, double*, double*, const int*, const int*, const int*, double*,
                         const int*, int*, const int*, int*);
extern "C" void pdgesvd_(const char*, const char*, const int*, const int*, double*, const int*,
                         const int*, const int*, double*, double*, const int*, const int*,
                         const int*, double*, const int*, const int*, const int*, double*,
                         const int*, int*);
#endif

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using benchmarks::num_ranks;
using benchmarks::slowest_seconds_of;
using Values = std::vector<double>;

enum class Decomposition { eigh, svd };

/// The same for all.
double element(Decomposition kind, std::int64_t i, std::int64_t j) {
  return kind == Decomposition::eigh ? benchmarks::noise(std::max(i, j), std::min(i, j))
                                     : benchmarks::noise(i, j);
}

#ifdef BENCHMARKS_HAVE_SCALAPACK

using benchmarks::BlockCyclic;
using benchmarks::ProcessGrid;

class Scalapack {
 public:
  Scalapack(Decomposition kind, std::int64_t n, int grid_rows, int block)
      : kind_(kind),
        grid_(grid_rows, num_ranks() / grid_rows),
        a_(grid_, n, n, block),
        changed_(grid_, n, n, block),
        vectors_(grid_, n, n, block),
        others_(grid_, n, n, block),
        values_(static_cast<std::size_t>(n)),
        work_(1),
        of_integers_(1) {
    a_.fill([&](std::int64_t i, std::int64_t j) { return element(kind, i, j); });
    call(-1, -1);
    work_.resize(static_cast<std::size_t>(work_[0]) + 1);
    of_integers_.resize(static_cast<std::size_t>(of_integers_[0]) + 1);
  }

  int run() {
    std::copy(a_.data(), a_.data() + a_.bytes() / 8, changed_.data());
    return call(static_cast<int>(work_.size()), static_cast<int>(of_integers_.size()));
  }
  const Values& values() const { return values_; }

 private:
  int call(int size, int of_integers) {
    const int one = 1;
    const int n = a_.rows();
    int info = 0;
    if (kind_ == Decomposition::svd) {
      pdgesvd_("V", "V", &n, &n, changed_.data(), &one, &one, changed_.descriptor(), values_.data(),
               vectors_.data(), &one, &one, vectors_.descriptor(), others_.data(), &one, &one,
               others_.descriptor(), work_.data(), &size, &info);
      return info;
    }
    pdsyevd_("V", "L", &n, changed_.data(), &one, &one, changed_.descriptor(), values_.data(),
             vectors_.data(), &one, &one, vectors_.descriptor(), work_.data(), &size,
             of_integers_.data(), &of_integers, &info);
    return info;
  }

  Decomposition kind_;
  ProcessGrid grid_;
  BlockCyclic a_, changed_, vectors_, others_;
  Values values_;
  std::vector<double> work_;
  std::vector<int> of_integers_;
};

/// In the fastest of its layouts.
Scalapack fastest(Decomposition kind, std::int64_t n) {
  const auto [grid_rows, block] =
      benchmarks::fastest_layout(num_ranks(), {32, 64}, [&](int rows, int tried_block) {
        Scalapack tried(kind, n, rows, tried_block);
        return slowest_seconds_of([&] { tried.run(); });
      });
  return {kind, n, grid_rows, block};
}

#endif

bool agree(const Values& a, const Values& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](double x, double y) {
    return std::abs(x - y) <= 1e-11 * static_cast<double>(a.size());
  });
}

/// Its values, in ascending order for `eigh`, descending for `svd`.
Values decomposed(Decomposition kind, const rt::Array<double, 2>& a, std::int64_t panel) {
  if (kind == Decomposition::eigh) return rt::to_vector(rt::eigh(a, {.panel = panel}).eigenvalues);
  return rt::to_vector(rt::svd(a, {.panel = panel}).S);
}

void run(benchmark::State& state, Decomposition kind, std::int64_t n) {
  omp_set_num_threads(num_ranks() == 1 ? omp_get_num_procs() : 1);
  const rt::Array<double, 2> a =
      rt::from_function({n, n}, [kind](auto i, auto j) { return element(kind, i, j); });
  rt::evaluate(a);
  Values values;
  const auto by = [&](std::int64_t panel) {
    return slowest_seconds_of([&] { values = decomposed(kind, a, panel); });
  };
  by(n);
  const Values of_one_site = values;
  by(64);
  if (!agree(values, of_one_site)) return state.SkipWithError("panels disagree with LAPACK");
  std::vector<Contender> contenders{{"relatile", [&] { return by(64); }},
                                    {"one_rank", [&] { return by(n); }}};
#ifdef BENCHMARKS_HAVE_SCALAPACK
  Scalapack scalapack = fastest(kind, n);
  if (scalapack.run() != 0) return state.SkipWithError("ScaLAPACK fails");
  if (!agree(scalapack.values(), values)) return state.SkipWithError("ScaLAPACK disagrees");
  contenders.push_back({"scalapack", [&] { return slowest_seconds_of([&] { scalapack.run(); }); }});
#endif
  const benchmarks::Rounds rounds(state, std::move(contenders));
  rounds.report_milliseconds(state);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const auto add = [](const std::string& name, Decomposition kind, std::int64_t n) {
    const auto measured = [=](benchmark::State& state) { run(state, kind, n); };
    benchmarks::measure_rounds(
        benchmark::RegisterBenchmark((name + std::to_string(n)).c_str(), measured), 3);
  };
  for (const std::int64_t n : {1024, 2048, 4096}) add("eigh/", Decomposition::eigh, n);
  for (const std::int64_t n : {1024, 2048}) add("svd/", Decomposition::svd, n);
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
}
