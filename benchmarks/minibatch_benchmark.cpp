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
constexpr int evaluations = 50;  // that one measurement takes the median of

/// The median of so many evaluations of what `make` gives, on the slowest rank of each. `before` is
/// called before each of them, and takes no part in the time.
double median_seconds(
    const std::function<Array()>& make, const std::function<void()>& before = [] {}) {
  std::vector<double> seconds;
  for (int i = 0; i < evaluations; ++i) {
    before();
    const Array result = make();
    seconds.push_back(benchmarks::slowest_seconds_of([&] { rt::evaluate(result); }));
  }
  return benchmarks::median(std::move(seconds));
}

/// One program, with slices that begin somewhere: those of the round before once more, others, and
/// others of a context that is told to follow nothing.
class Minibatches {
 public:
  Minibatches() { rt::evaluate(x_, y_, w_); }

  double repeated() {
    return median_seconds([&] { return step(); },
                          [&] {
                            begin_ = anywhere_(random_);
                            rt::evaluate(step());
                          });
  }
  double other() {
    return median_seconds([&] { return step(); }, [&] { begin_ = anywhere_(random_); });
  }
  double searched() {
    auto& options = rt::Context::current().plan_options();
    options.follow_known_choices = false;
    const double seconds = other();
    options.follow_known_choices = true;
    return seconds;
  }

 private:
  Array step() const {
    const auto x = x_(rt::slice(begin_, begin_ + batch), rt::all_of_axis);
    const auto y = y_(rt::slice(begin_, begin_ + batch), rt::all_of_axis);
    return w_ - 0.01 * rt::matmul(rt::transpose(x), rt::matmul(x, w_) - y);
  }

  Array x_ = rt::random::normal<double>({rows, columns});
  Array y_ = rt::random::normal<double>({rows, 1});
  Array w_ = rt::zeros({columns, 1});
  std::int64_t begin_ = 0;
  std::mt19937 random_{1};  // the same on all ranks
  std::uniform_int_distribution<std::int64_t> anywhere_{0, rows - batch};
};

void slices(benchmark::State& state) {
  Minibatches batches;
  const benchmarks::Rounds rounds(state, {{"repeated", [&] { return batches.repeated(); }},
                                          {"other_slice", [&] { return batches.other(); }},
                                          {"searched", [&] { return batches.searched(); }}});
  rounds.report_microseconds(state);
}

void constants(benchmark::State& state) {
  const Array x = rt::random::normal<double>({rows, columns});
  rt::evaluate(x);
  double constant = 2.0;
  const auto scaled = [&] { return Array(constant * rt::sum(x, 0, rt::keepdims)); };
  const benchmarks::Rounds rounds(
      state, {{"repeated", [&] { return median_seconds(scaled); }},
              {"other_constant", [&] { return median_seconds(scaled, [&] { constant += 1; }); }}});
  rounds.report_microseconds(state);
}

void seeds(benchmark::State& state) {
  std::uint64_t seed = 1;
  const auto numbers = [&]() -> Array {
    rt::random::seed(seed);
    return rt::sum(rt::random::normal<double>({64, columns}), 0, rt::keepdims);
  };
  const benchmarks::Rounds rounds(
      state, {{"repeated", [&] { return median_seconds(numbers); }},
              {"other_seed", [&] { return median_seconds(numbers, [&] { ++seed; }); }}});
  rounds.report_microseconds(state);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  omp_set_num_threads(1);  // one core per rank
  benchmarks::measure_rounds(benchmark::RegisterBenchmark("slices", slices), 15);
  benchmarks::measure_rounds(benchmark::RegisterBenchmark("constants", constants), 15);
  benchmarks::measure_rounds(benchmark::RegisterBenchmark("seeds", seeds), 15);
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
}
