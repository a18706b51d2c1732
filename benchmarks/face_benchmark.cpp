// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// One function of every family of the face, on several ranks of one thread each; NumPy and Dask
// beside it by benchmarks/python/numpy_benchmark.py:
//
//   tests/support/mpirun.sh 2 600 build-release/benchmarks/face_benchmark
//
// Counters are GB/s of the operand, of all ranks together, and the bytes sent.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <cstdint>
#include <functional>
#include <relatile/relatile.hpp>
#include <string>

#include "ranks.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using benchmarks::slowest_seconds_of;
using Vector = rt::Array<double, 1>;
using Matrix = rt::Array<double, 2>;

/// Measures what `compute` makes of an array of `count` elements, and evaluates.
template <class Compute>
void measure(benchmark::State& state, std::int64_t count, const Compute& compute) {
  omp_set_num_threads(1);
  std::int64_t sent = 0;
  const auto once = [&] {
    const auto result = compute();
    rt::evaluate(result);
    sent = rt::report(result).bytes_sent().value;
  };
  const benchmarks::Rounds rounds(
      state, {Contender{"relatile", [&] { return slowest_seconds_of(once); }}});
  rounds.report_rates(state, 8e-9 * static_cast<double>(count));
  state.counters["bytes_measured"] = static_cast<double>(sent);
}

Vector random_vector(std::int64_t count) {
  Vector x = rt::random::uniform<double>({count});
  rt::evaluate(x);
  return x;
}
Matrix random_matrix(std::int64_t rows, std::int64_t columns) {
  Matrix x = rt::random::uniform<double>({rows, columns});
  rt::evaluate(x);
  return x;
}

std::int64_t sized(std::int64_t usual, std::int64_t quick) {
  return benchmarks::rounds_of(2) == 1 ? quick : usual;
}

void sort(benchmark::State& state) {
  const Vector x = random_vector(sized(10'000'000, 300'000));
  measure(state, x.size(), [&] { return rt::sort(x); });
}
void gather(benchmark::State& state) {
  const Matrix x = random_matrix(sized(1'000'000, 10'000), 16);
  const rt::Array<std::int64_t, 1> rows = rt::random::integers(x.shape(0), {x.shape(0)});
  rt::evaluate(rows);
  measure(state, x.size(), [&] { return rt::take(x, rows, 0); });
}
void scan(benchmark::State& state) {
  const Vector x = random_vector(sized(50'000'000, 100'000));
  measure(state, x.size(), [&] { return rt::cumsum(x); });
}
void percentile(benchmark::State& state) {
  const Matrix x = random_matrix(sized(1'000'000, 1'000), 16);
  measure(state, x.size(), [&] { return rt::percentile(x, 90, 1); });
}
void median(benchmark::State& state) {
  const Vector x = random_vector(sized(10'000'000, 300'000));
  measure(state, x.size(), [&] { return rt::median(x); });
}
void assign(benchmark::State& state) {
  Vector x = random_vector(sized(10'000'000, 100'000));
  const Vector y = random_vector(x.size() / 2);
  measure(state, y.size(), [&] {
    x(rt::slice({}, {}, 2)) = y;
    return x;
  });
}
void histogram(benchmark::State& state) {
  const Vector x = random_vector(sized(10'000'000, 100'000));
  measure(state, x.size(), [&] { return rt::histogram(x, 100, 0, 1).counts; });
}
void shuffle(benchmark::State& state) {
  const Vector x = random_vector(sized(10'000'000, 200'000));
  measure(state, x.size(), [&] { return rt::random::shuffle(x); });
}
void reshape(benchmark::State& state) {
  const Matrix x = random_matrix(sized(8'000, 100), 5'000);
  measure(state, x.size(), [&] { return rt::reshape(x, {x.shape(0) / 10, 50'000}); });
}
void stencil(benchmark::State& state) {
  const std::int64_t n = sized(5'000, 200);
  const Matrix x = random_matrix(n, n);
  const auto mean = [](const auto& at) {
    return 0.25 * (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1));
  };
  measure(state, x.size(), [&] { return rt::stencil(x, 1, mean); });
}
void concatenate(benchmark::State& state) {
  const Matrix x = random_matrix(sized(2'000'000, 1'000), 8);
  measure(state, 2 * x.size(), [&] { return rt::concatenate({x, x}, 1); });
}
void mask(benchmark::State& state) {
  const Vector x = random_vector(sized(20'000'000, 100'000));
  measure(state, x.size(), [&] { return x(x > 0.5); });
}

}  // namespace

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  const auto add = [](const std::string& name, void (*run)(benchmark::State&)) {
    benchmarks::measure_rounds(benchmark::RegisterBenchmark(("face/" + name).c_str(), run), 7);
  };
  add("sort", sort);
  add("gather", gather);
  add("scan", scan);
  add("percentile", percentile);
  add("median", median);
  add("assign", assign);
  add("histogram", histogram);
  add("shuffle", shuffle);
  add("reshape", reshape);
  add("stencil", stencil);
  add("concatenate", concatenate);
  add("mask", mask);
  benchmarks::run_benchmarks(context.rank() == 0, {argv, argv + argc});
}
