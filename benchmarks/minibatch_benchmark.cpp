// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// What a program costs that differs from one that ran before in where slices begin, in a constant,
// or in a seed, beside the same program once more: microseconds an evaluation, of small arrays, so
// that next to nothing is computed. On several ranks: mpirun -n 4 minibatch_benchmark.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <cstdint>
#include <functional>
#include <random>
#include <relatile/relatile.hpp>
#include <string>
#include <utility>
#include <vector>

#include "ranks.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using Array = rt::Array<double, 2>;

constexpr std::int64_t rows = 4096;
constexpr std::int64_t columns = 16;
constexpr std::int64_t batch = 64;
constexpr int evaluations = 50;  // that one measurement takes the mean of

/// The mean seconds of an evaluation of what `make` gives, on the slowest rank.
double mean_seconds(const std::function<Array()>& make) {
  return benchmarks::slowest_seconds_of([&] {
           for (int i = 0; i < evaluations; ++i) rt::evaluate(make());
         }) /
         evaluations;
}

/// How long each of these takes, beside the first one.
using Programs = std::vector<std::pair<std::string, std::function<Array()>>>;
void compare(benchmark::State& state, const Programs& programs) {
  std::vector<benchmarks::Contender> contenders;
  for (const auto& [name, make] : programs) {
    contenders.push_back({name, [make] { return mean_seconds(make); }});
  }
  const benchmarks::Rounds rounds(state, std::move(contenders));
  rounds.report_microseconds(state);
}

void slices(benchmark::State& state) {
  const Array x = rt::random::normal<double>({rows, columns});
  const Array y = rt::random::normal<double>({rows, 1});
  const Array w = rt::zeros({columns, 1});
  rt::evaluate(x, y, w);
  const auto step = [=](std::int64_t i) -> Array {
    const auto xb = x(rt::slice(i, i + batch), rt::all_of_axis);
    const auto yb = y(rt::slice(i, i + batch), rt::all_of_axis);
    return w - 0.01 * rt::matmul(rt::transpose(xb), rt::matmul(xb, w) - yb);
  };
  std::mt19937 random(1);  // the same on all ranks
  std::uniform_int_distribution<std::int64_t> anywhere(0, rows - batch);
  const auto other = [&]() -> Array { return step(anywhere(random)); };
  const auto searched = [&]() -> Array {
    rt::Context::current().plan_options().follow_known_choices = false;
    const Array result = other();
    rt::evaluate(result);
    rt::Context::current().plan_options().follow_known_choices = true;
    return result;
  };
  compare(
      state,
      {{"repeated", [&] { return step(1000); }}, {"other_slice", other}, {"searched", searched}});
}

void constants(benchmark::State& state) {
  const Array x = rt::random::normal<double>({rows, columns});
  rt::evaluate(x);
  double constant = 2.0;
  compare(state, {{"repeated", [&] { return Array(2.0 * rt::sum(x, 0, rt::keepdims)); }},
                  {"other_constant", [&] {
                     constant += 1.0;
                     return Array(constant * rt::sum(x, 0, rt::keepdims));
                   }}});
}

void seeds(benchmark::State& state) {
  std::uint64_t seed = 1;
  const auto numbers = [](std::uint64_t from) -> Array {
    rt::random::seed(from);
    return rt::sum(rt::random::normal<double>({rows, columns}), 0, rt::keepdims);
  };
  compare(state, {{"repeated", [&] { return numbers(1); }},
                  {"other_seed", [&] { return numbers(++seed); }}});
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  omp_set_num_threads(1);  // one core per rank
  for (const auto& [name, run] :
       {std::pair{"slices", slices}, {"constants", constants}, {"seeds", seeds}}) {
    benchmarks::measure_rounds(benchmark::RegisterBenchmark(name, run), 15);
  }
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
}
