// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A chain of elementwise functions as one loop, which the compiler makes of the expression's type,
// against a stage for each function, which the library has compiled, over chunks that stay in the
// first-level cache:
//
//   OMP_WAIT_POLICY=passive build-release/benchmarks/fusion_benchmark
//
// Expressions are evaluated with all that belongs to it: the graph, the plan, the run.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <cstdint>
#include <functional>
#include <relatile/arrays.hpp>
#include <vector>

#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::seconds_of;
using Array = rt::Array<double, 1>;

/// Seconds to evaluate an expression, as it is and with a stage for each function.
template <class Make>
void compare(benchmark::State& state, Make&& make) {
  const std::int64_t count = state.range(0);
  omp_set_num_threads(static_cast<int>(state.range(1)));
  const rt::Context context = rt::Context::loopback(1);
  const Array x = rt::random::uniform<double>(0.1, 1.0, {count});
  const Array y = rt::random::uniform<double>(0.1, 1.0, {count});
  rt::evaluate(x, y);
  const auto fused = [&] { return Array(make(x, y)); };
  const auto staged = [&] {
    const auto expression = make(x, y);
    return Array(rt::detail::lower(*expression.expression(), {}));
  };
  if (rt::item(rt::max(rt::abs(fused() - staged()))) > 1e-12) {
    return state.SkipWithError("the loop and the stages disagree");
  }
  // Small ones several times, so that clocks and sleeping threads don't matter.
  const std::int64_t times = count < 100'000 ? 100 : 1;
  const auto run = [times](const auto& way) {
    const double seconds = seconds_of([&] {
      for (std::int64_t t = 0; t < times; ++t) rt::evaluate(way());
    });
    return seconds / static_cast<double>(times);
  };
  const benchmarks::Rounds rounds(
      state, {{"fused", [&] { return run(fused); }}, {"stages", [&] { return run(staged); }}});
  rounds.report_microseconds(state);
}

void functions_1(benchmark::State& state) {
  compare(state, [](const Array& x, const Array& y) { return x + y; });
}
void functions_2(benchmark::State& state) {
  compare(state, [](const Array& x, const Array& y) { return x * 2.0 + y; });
}
void functions_4(benchmark::State& state) {
  compare(state, [](const Array& x, const Array& y) { return (x * 2.0 + y) * x - y; });
}
void functions_10(benchmark::State& state) {
  compare(state, [](const Array& x, const Array& y) {
    return ((x * 2.0 + y) * x - y * (x + 1.0)) * (y - 0.5) + (x - y) * x;
  });
}
void with_exp(benchmark::State& state) {
  compare(state, [](const Array& x, const Array&) { return rt::exp(-(x * x)) + 3.0 * x; });
}
void with_sqrt(benchmark::State& state) {
  compare(state, [](const Array& x, const Array& y) { return rt::sqrt(x * x + y * y); });
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"n", "threads"});
  for (const int threads : {1, 2}) {
    for (std::int64_t count = 1'000; count <= 100'000'000; count *= 10) {
      benchmark->Args({count, threads});
    }
  }
  benchmarks::measure_rounds(benchmark, 7);
}

BENCHMARK(functions_1)->Apply(sizes);
BENCHMARK(functions_2)->Apply(sizes);
BENCHMARK(functions_4)->Apply(sizes);
BENCHMARK(functions_10)->Apply(sizes);
BENCHMARK(with_exp)->Apply(sizes);
BENCHMARK(with_sqrt)->Apply(sizes);

}  // namespace

BENCHMARK_MAIN();
