// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Functions that have vector code of their own, of doubles in cache on one thread, against a loop
// over the C library's. 10^9 elements a second, of a whole evaluation.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <relatile/relatile.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "arrays.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;

constexpr std::int64_t count = 20'000;

/// Numbers for which all of the functions are defined, from 1 to 2, or their inverses.
rt::Array<double, 1> numbers(bool from_one) {
  const rt::Array<double, 1> x = rt::from_function({count}, [from_one](auto i) {
    const double at_least_one = 1 + (double(i) + 0.5) / double(count);
    return from_one ? at_least_one : 1 / at_least_one;
  });
  rt::evaluate(x);
  return x;
}

template <class F>
void of_doubles(benchmark::State& state) {
  omp_set_num_threads(1);
  const rt::Context context = rt::Context::loopback(1);
  const rt::Array<double, 1> x = numbers(std::is_same_v<F, rt::function::Arccosh>);
  const rt::ElementwiseFunction<F> function{};
  const auto expression = [&] { return rt::Array<double, 1>(function(x)); };
  std::vector<double> by_loop(count);
  const auto loop = [to = by_loop.data(), elements = benchmarks::data(x)] {
    for (std::int64_t i = 0; i < count; ++i) to[i] = F::apply(elements[i]);
    benchmark::ClobberMemory();
  };
  loop();
  const rt::Array<double, 1> z = expression();
  const double* ours = benchmarks::data(z);
  for (std::size_t i = 0; i < by_loop.size(); ++i) {
    if (std::abs(ours[i] - by_loop[i]) > 2e-15 * std::abs(by_loop[i])) {
      return state.SkipWithError("Relatile and the loop disagree");
    }
  }
  using benchmarks::seconds_of;
  const benchmarks::Rounds rounds(
      state, {{"relatile", [&] { return seconds_of([&] { rt::evaluate(expression()); }); }},
              {"loop", [&] { return seconds_of(loop); }}});
  rounds.report_rates(state, 1e-9 * double(count));
}

template <class F>
void add() {
  benchmarks::measure_rounds(
      benchmark::RegisterBenchmark(std::string("function/" + std::string(F::name)).c_str(),
                                   [](benchmark::State& state) { of_doubles<F>(state); }),
      200);
}

}  // namespace

int main(int argc, char** argv) {
#define BENCHMARKS_ADD(F, called) add<rt::function::F>();
  RELATILE_VECTOR_LIBRARY(BENCHMARKS_ADD, BENCHMARKS_ADD)
#undef BENCHMARKS_ADD
  add<rt::function::Sqrt>();
  add<rt::function::Exp>();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
