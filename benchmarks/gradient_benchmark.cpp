// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A training step whose derivatives `grad` finds, beside the same step with derivatives that a
// person wrote, both by this library: seconds, and flops as plans count them. On several ranks:
// mpirun -n 2 gradient_benchmark.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <utility>

#include <relatile/grad.hpp>

#include "ranks.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;

/// What a step gives: new weights, evaluated, and the flops of its plan.
struct Step {
  Matrix first, second;
  std::int64_t flops = 0;
};

Step evaluated(Matrix first, Matrix second) {
  rt::evaluate(first, second);
  const std::int64_t flops = rt::report(first).plan.total_flops().value;
  return {std::move(first), std::move(second), flops};
}

void measure(benchmark::State& state, const std::function<Step()>& by_grad,
             const std::function<Step()>& by_hand) {
  const Step found = by_grad();
  const Step expected = by_hand();
  if (!rt::allclose(found.first, expected.first).item() ||
      !rt::allclose(found.second, expected.second).item()) {
    state.SkipWithError("the derivatives differ");
    return;
  }
  const auto seconds_of = [](const std::function<Step()>& step) {
    return [&step] { return benchmarks::slowest_seconds_of([&] { step(); }); };
  };
  const benchmarks::Rounds rounds(
      state, {{"by_grad", seconds_of(by_grad)}, {"by_hand", seconds_of(by_hand)}});
  state.counters["vs_by_hand"] = rounds.speed_against(1);
  state.counters["flops_by_grad"] = double(found.flops) / double(expected.flops);
}

/// The network of [tra21, 5.3], scaled: logistic outputs, the loss of which is log(1 + exp(z)) - y
/// z.
void network(benchmark::State& state) {
  const std::int64_t batch = state.range(0), features = state.range(1), hidden = state.range(2),
                     labels = state.range(3);
  const Matrix x = rt::random::normal<double>({batch, features});
  const Matrix y = rt::random::uniform<double>(0.0, 1.0, {batch, labels});
  const Matrix w1 = rt::random::normal<double>(0.0, 0.02, {features, hidden});
  const Matrix w2 = rt::random::normal<double>(0.0, 0.02, {hidden, labels});
  rt::evaluate(x, y, w1, w2);
  measure(
      state,
      [&] {
        const Matrix z = rt::matmul(rt::maximum(rt::matmul(x, w1), 0.0), w2);
        const Number loss = rt::sum(rt::logaddexp(z, 0.0) - y * z);
        const auto [by_w1, by_w2] = rt::grad(loss, w1, w2);
        return evaluated(w1 - 0.01 * by_w1, w2 - 0.01 * by_w2);
      },
      [&] {
        const Matrix a1 = rt::maximum(rt::matmul(x, w1), 0.0);
        const Matrix error = rt::logistic(rt::matmul(a1, w2)) - y;
        const Matrix back = rt::where(a1 > 0, rt::matmul(error, rt::transpose(w2)), 0.0);
        return evaluated(w1 - 0.01 * rt::matmul(rt::transpose(x), back),
                         w2 - 0.01 * rt::matmul(rt::transpose(a1), error));
      });
}

/// Softmax regression, and a second matrix that shrinks by its own square.
void softmax_regression(benchmark::State& state) {
  const std::int64_t rows = 200'000, features = 64, classes = 10;
  const Matrix x = rt::random::normal<double>({rows, features});
  const Matrix y = rt::random::uniform<double>(0.0, 0.1, {rows, classes});
  const Matrix w = rt::random::normal<double>(0.0, 0.1, {features, classes});
  const Matrix v = rt::random::normal<double>(0.0, 0.1, {features, classes});
  rt::evaluate(x, y, w, v);
  const auto shifted = [&] {
    const Matrix s = rt::matmul(x, w);
    return Matrix(s - rt::stop_gradient(rt::max(s, 1, rt::keepdims)));
  };
  measure(
      state,
      [&] {
        const Matrix s = shifted();
        const Number loss = rt::sum(rt::log(rt::sum(rt::exp(s), 1)) * rt::sum(y, 1)) -
                            rt::sum(s * y) + rt::sum(v * v);
        const auto [by_w, by_v] = rt::grad(loss, w, v);
        return evaluated(w - 1e-6 * by_w, v - 1e-6 * by_v);
      },
      [&] {
        const Matrix e = rt::exp(shifted());
        const Matrix error = e / rt::sum(e, 1, rt::keepdims) * rt::sum(y, 1, rt::keepdims) - y;
        return evaluated(w - 1e-6 * rt::matmul(rt::transpose(x), error), v - 2e-6 * v);
      });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmarks::measure_rounds(benchmark, 11);
}

BENCHMARK(network)
    ->ArgNames({"batch", "features", "hidden", "labels"})
    ->Args({2048, 512, 4096, 16})
    ->Args({256, 8192, 512, 2048})
    ->Apply(configure);
BENCHMARK(softmax_regression)->Apply(configure);

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  benchmarks::run_benchmarks(context.rank() == 0, {argv, argv + argc});
}
