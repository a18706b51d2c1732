// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A product of square matrices on one rank: Relatile's matmul, planning included, against Eigen's
// own kernel and, where Relatile has a BLAS, against a direct call of it. Counters are GFLOP/s.

#include <Eigen/src/misc/blas.h>
#include <benchmark/benchmark.h>
#include <omp.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <relatile/kernel/products/blas_threads.hpp>
#include <relatile/relatile.hpp>
#include <utility>
#include <vector>

#include "plain_eigen.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using benchmarks::seconds_of;

template <class T>
using Matrix = rt::kernel::EigenOf<T, 2>;

/// Some matrix; `phase` tells them apart.
template <class T>
rt::Array<T, 2> wave(std::int64_t n, double phase) {
  return rt::from_function({n, n}, [phase](auto i, auto j) {
    return static_cast<T>(std::sin(phase + static_cast<double>(3 * i + 7 * j)));
  });
}

#ifdef RELATILE_HAS_BLAS
void gemm(int n, const double* a, const double* b, double* c) {
  const double one = 1;
  const double zero = 0;
  dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
}
void gemm(int n, const float* a, const float* b, float* c) {
  const float one = 1;
  const float zero = 0;
  sgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
}

/// The seconds of one call of the BLAS, which starts its own threads. Its matrices are
/// column-major: c^T = b^T a^T.
template <class T>
double seconds_of_blas(const Matrix<T>& a, const Matrix<T>& b, Matrix<T>& c, int threads) {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(threads);
  const double seconds =
      seconds_of([&] { gemm(static_cast<int>(a.rows()), b.data(), a.data(), c.data()); });
  rt::kernel::use_one_blas_thread();  // as the context left it
  return seconds;
}
#endif

template <class T>
bool agree(const Matrix<T>& c, const Matrix<T>& expected) {
  const auto tolerance = T(100) * std::numeric_limits<T>::epsilon() * static_cast<T>(c.rows());
  return (c - expected).cwiseAbs().maxCoeff() <= tolerance;
}

template <class T>
void product(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  const auto threads = static_cast<int>(state.range(1));
  omp_set_num_threads(threads);
  const rt::Context context = rt::Context::loopback(1);
  const rt::Array<T, 2> a = wave<T>(n, 0);
  const rt::Array<T, 2> b = wave<T>(n, 1);
  rt::evaluate(a, b);
  const Matrix<T> left = rt::to_eigen(a);
  const Matrix<T> right = rt::to_eigen(b);
  Matrix<T> by_eigen(n, n);
  benchmarks::multiply_by_eigen(left.data(), right.data(), by_eigen.data(), n, threads);
  if (!agree<T>(rt::to_eigen(rt::matmul(a, b)), by_eigen)) {
    return state.SkipWithError("Relatile and Eigen disagree");
  }

  std::vector<Contender> contenders;
  contenders.push_back(
      {"relatile", [&] { return seconds_of([&] { rt::evaluate(rt::matmul(a, b)); }); }});
  contenders.push_back({"eigen", [&] {
                          return seconds_of([&] {
                            benchmarks::multiply_by_eigen(left.data(), right.data(),
                                                          by_eigen.data(), n, threads);
                          });
                        }});
#ifdef RELATILE_HAS_BLAS
  Matrix<T> by_blas(n, n);
  contenders.push_back({"blas", [&] { return seconds_of_blas<T>(left, right, by_blas, threads); }});
#endif
  const benchmarks::Rounds rounds(state, std::move(contenders));
  rounds.report_rates(state, 2e-9 * std::pow(static_cast<double>(n), 3));
}

void configure(benchmark::internal::Benchmark* benchmark, const std::vector<int>& sizes) {
  benchmark->ArgNames({"n", "threads"})->UseManualTime()->Unit(benchmark::kMillisecond);
  for (int threads : {1, 2}) {
    for (int n : sizes) benchmark->Args({n, threads});
  }
}
void small(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark, {256});
  benchmark->Iterations(benchmarks::rounds_of(501));
}
void large(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark, {1024, 2048});
  benchmark->Iterations(benchmarks::rounds_of(25));
}

BENCHMARK(product<double>)->Apply(small);
BENCHMARK(product<double>)->Apply(large);
BENCHMARK(product<float>)->Apply(small);
BENCHMARK(product<float>)->Apply(large);

}  // namespace

BENCHMARK_MAIN();
