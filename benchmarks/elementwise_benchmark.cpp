// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Elementwise expressions on one rank against plain OpenMP loops: one bound by arithmetic, three by
// memory, one by the cost of planning.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <relatile/relatile.hpp>
#include <vector>

#include "arrays.hpp"
#include "plain_loops.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::Contender;
using benchmarks::fast_loops;
using benchmarks::plain_loops;
using benchmarks::seconds_of;

constexpr std::int64_t many = 10'000'000;
constexpr std::int64_t very_many = 100'000'000;

using benchmarks::data;

rt::Array<double, 1> wave(std::int64_t count, double phase) {
  const rt::Array<double, 1> x = rt::from_function(
      {count}, [phase](auto i) { return std::sin(phase + 1e-3 * static_cast<double>(i)); });
  rt::evaluate(x);
  return x;
}

/// The largest difference between an array and what a loop made of it.
double difference(const rt::Array<double, 1>& x, const double* expected) {
  const double* elements = data(x);
  double largest = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    largest = std::max(largest, std::abs(elements[i] - expected[i]));
  }
  return largest;
}

/// STREAM's triad in the same rounds: what memory gives. As if it moved `bytes`.
class Triad {
 public:
  double seconds_for(double bytes) {
    return bytes / (3.0 * sizeof(double) * many) *
           seconds_of([&] { plain_loops.triad(x_.data(), y_.data(), z_.data(), many); });
  }

 private:
  std::vector<double> x_ = std::vector<double>(many, 1);
  std::vector<double> y_ = std::vector<double>(many, 2);
  std::vector<double> z_ = std::vector<double>(many, 3);
};

void sum_of_chain(benchmark::State& state) {
  omp_set_num_threads(static_cast<int>(state.range(0)));
  const rt::Context context = rt::Context::loopback(1);
  const rt::Array<double, 1> x = wave(very_many, 0);
  Triad triad;
  constexpr double bytes = sizeof(double) * very_many;
  const double* elements = data(x);

  double by_relatile = 0;
  double by_loop = 0;
  double by_fast_loop = 0;
  const auto relatile = [&] {
    return seconds_of([&] { by_relatile = rt::item(rt::sum(rt::exp(-(x * x)) + 3.0 * x)); });
  };
  const auto loop = [&] {
    return seconds_of([&] { by_loop = plain_loops.sum_chain(elements, very_many); });
  };
  const auto fast_loop = [&] {
    return seconds_of([&] { by_fast_loop = fast_loops.sum_chain(elements, very_many); });
  };
  const benchmarks::Rounds rounds(state, {{"relatile", relatile},
                                          {"loop", loop},
                                          {"fast_loop", fast_loop},
                                          {"triad", [&] { return triad.seconds_for(bytes); }}});
  const double error =
      std::max(std::abs(by_relatile - by_loop), std::abs(by_relatile - by_fast_loop));
  if (error > 1e-9 * very_many) return state.SkipWithError("Relatile and the loops disagree");
  rounds.report_rates(state, 1e-9 * bytes);
}

/// An expression with an array of results. Relatile's results are new memory, which the kernel
/// clears and maps page by page when it is first written; so one loop writes to memory it has had
/// before, another to new memory.
void stream(benchmark::State& state, const std::function<rt::Array<double, 1>()>& expression,
            const std::function<void(double*)>& fill, double bytes) {
  const std::unique_ptr<double[]> reused = std::make_unique<double[]>(many);
  fill(reused.get());
  const rt::Array<double, 1> result = expression();
  if (difference(result, reused.get()) > 1e-12) {
    return state.SkipWithError("Relatile and the loop disagree");
  }
  const auto relatile = [&] { return seconds_of([&] { rt::evaluate(expression()); }); };
  const auto loop = [&] { return seconds_of([&] { fill(reused.get()); }); };
  const auto loop_into_new = [&] {
    return seconds_of([&] { fill(std::make_unique_for_overwrite<double[]>(many).get()); });
  };
  const benchmarks::Rounds rounds(
      state, {{"relatile", relatile}, {"loop", loop}, {"loop_into_new", loop_into_new}});
  rounds.report_rates(state, 1e-9 * bytes);
}

void triad(benchmark::State& state) {
  omp_set_num_threads(static_cast<int>(state.range(0)));
  const rt::Context context = rt::Context::loopback(1);
  const rt::Array<double, 1> x = wave(many, 0);
  const rt::Array<double, 1> y = wave(many, 1);
  stream(
      state, [&] { return rt::Array<double, 1>(x * 2.0 + y); },
      [from = data(x), and_from = data(y)](double* to) {
        plain_loops.triad(from, and_from, to, many);
      },
      3.0 * sizeof(double) * many);
}

void affine(benchmark::State& state) {
  omp_set_num_threads(static_cast<int>(state.range(0)));
  const rt::Context context = rt::Context::loopback(1);
  const rt::Array<double, 1> x = wave(many, 0);
  stream(
      state, [&] { return rt::Array<double, 1>(x * 2.0 + 1.0); },
      [from = data(x)](double* to) { plain_loops.affine(from, to, many); },
      2.0 * sizeof(double) * many);
}

/// (x - mean) / standard deviation of a tall matrix, by columns. Bytes are those of a read for the
/// sums, a read and a write.
void normalise(benchmark::State& state) {
  constexpr std::int64_t rows = 500'000;
  constexpr std::int64_t columns = 64;
  constexpr double bytes = 3.0 * sizeof(double) * rows * columns;
  omp_set_num_threads(static_cast<int>(state.range(0)));
  const rt::Context context = rt::Context::loopback(1);
  const rt::Array<double, 2> x = rt::random::uniform<double>(0, 1, {rows, columns});
  rt::evaluate(x);
  rt::Array<double, 2> z;
  const auto relatile = [&] {
    return seconds_of([&] {
      const auto centred = x - rt::mean(x, 0);
      z = centred / rt::sqrt(rt::mean(rt::square(centred), 0));
      rt::evaluate(z);
    });
  };
  const auto moments = [&] {  // the mean and the variance in one pass
    return seconds_of([&] {
      const auto [mean, variance] = rt::moments(x, 0);
      z = (x - mean) / rt::sqrt(variance);
      rt::evaluate(z);
    });
  };
  const double* elements = data(x);
  std::vector<double> by_loop(static_cast<std::size_t>(x.size()));
  const auto run = [&](const benchmarks::Loops& loops) {
    return seconds_of([&] { loops.normalise(elements, by_loop.data(), rows, columns); });
  };
  relatile();
  run(plain_loops);
  const double* ours = data(z);
  for (std::size_t i = 0; i < by_loop.size(); ++i) {
    if (std::abs(ours[i] - by_loop[i]) > 1e-8) {
      return state.SkipWithError("Relatile and the loop disagree");
    }
  }
  Triad triad;
  const benchmarks::Rounds rounds(state, {{"relatile", relatile},
                                          {"moments", moments},
                                          {"loop", [&] { return run(plain_loops); }},
                                          {"fast_loop", [&] { return run(fast_loops); }},
                                          {"triad", [&] { return triad.seconds_for(bytes); }}});
  rounds.report_rates(state, 1e-9 * bytes);
}

/// Ten operators on 1000 elements: hardly any arithmetic, so this is the cost of building the
/// expression, planning it, and starting to run it.
void ten_operators(benchmark::State& state) {
  constexpr std::int64_t few = 1000;
  omp_set_num_threads(1);
  const rt::Context context = rt::Context::loopback(1);
  const rt::Array<double, 1> x = wave(few, 0);
  const rt::Array<double, 1> y = wave(few, 1);
  std::vector<double> by_loop(few);

  const auto expression = [&] {
    return rt::Array<double, 1>((x + y) * (x - y) * 0.5 + (x * 2.0 - y) * (y + 1.0) - 0.25);
  };
  const auto fill = [to = by_loop.data(), a = data(x), b = data(y)] {
    for (std::int64_t i = 0; i < few; ++i) {
      to[i] = (a[i] + b[i]) * (a[i] - b[i]) * 0.5 + (a[i] * 2.0 - b[i]) * (b[i] + 1.0) - 0.25;
    }
    benchmark::ClobberMemory();
  };
  fill();
  if (difference(expression(), by_loop.data()) > 1e-12) {
    return state.SkipWithError("Relatile and the loop disagree");
  }
  std::vector<double> steps;  // the part of Relatile's seconds that kernels ran
  const auto relatile = [&] {
    rt::Array<double, 1> z;
    const double seconds = seconds_of([&] {
      z = expression();
      rt::evaluate(z);
    });
    steps.push_back(rt::report(z).measured.total_seconds);
    return seconds;
  };
  const benchmarks::Rounds rounds(
      state, {{"relatile", relatile}, {"loop", [&] { return seconds_of(fill); }}});
  rounds.report_microseconds(state);
  state.counters["relatile_steps"] = 1e6 * benchmarks::median(steps);
}

void threads(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("threads")->Arg(1)->Arg(2);
  benchmarks::measure_rounds(benchmark, 15);
}

BENCHMARK(sum_of_chain)->Apply(threads);
BENCHMARK(normalise)->Apply(threads);
BENCHMARK(triad)->Apply(threads);
BENCHMARK(affine)->Apply(threads);
BENCHMARK(ten_operators)->Apply([](benchmark::internal::Benchmark* benchmark) {
  benchmarks::measure_rounds(benchmark, 1000)->Unit(benchmark::kMicrosecond);
});

}  // namespace

BENCHMARK_MAIN();
