// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Do exchanges travel while kernels run? Products whose operands lie so that computing and sending
// take equally long, on the machine that the ranks run on, which is measured first unless
// RELATILE_MACHINE names it. Milliseconds of
//
//   together   the product as it is planned
//   computing  what its kernels take where nothing has to be sent
//   sending    what its exchange takes alone
//   by_hand    all-gather, then multiply, or multiply, then reduce-scatter, with MPI and the BLAS
//
// and `overlap`, the longer one of computing and sending over together: 1 if the shorter one is
// hidden altogether, one half if nothing is. `possible` is the same where kernels take what
// `calibrate` measured that they lose to messages beside them, and nothing else is lost.
//
// benchmarks/cluster/on_hosts.sh runs it on hosts that it makes on this machine.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <relatile/machine/calibrate.hpp>
#include <relatile/relatile.hpp>
#include <vector>

#include "product_peers.hpp"
#include "ranks.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using Array = rt::Array<double, 2>;
using benchmarks::ProductShape;

Array numbers(std::int64_t rows, std::int64_t columns, const rt::Placing& placing) {
  const Array x = rt::placed(rt::random::uniform<double>(-1, 1, {rows, columns}), placing);
  rt::evaluate(x);
  return x;
}

template <class Step>
double seconds_of(const Step& step) {
  return benchmarks::slowest_seconds_of([&] { rt::evaluate(step()); });
}

/// A product that has to send, and each half of that by itself; they return seconds.
struct Halves {
  std::function<double()> together, computing, sending, by_hand;
};

std::function<double()> runs_by_hand(const ProductShape& shape, const benchmarks::Grid& grid) {
  return [peer = benchmarks::by_hand("by_hand", shape, grid)] {
    return benchmarks::slowest_seconds_of(peer.run);
  };
}

/// Rows of a times all of b, of which every rank has some rows.
Halves gathered(const ProductShape& shape) {
  const Array a = numbers(shape.m, shape.k, rt::split(0));
  const Array b = numbers(shape.k, shape.n, rt::split(0));
  const Array whole_b = numbers(shape.k, shape.n, rt::everywhere);
  return {
      [=] { return seconds_of([&] { return rt::placed(rt::matmul(a, b), rt::split(0)); }); },
      [=] { return seconds_of([&] { return rt::placed(rt::matmul(a, whole_b), rt::split(0)); }); },
      [=] { return seconds_of([&] { return rt::placed(b, rt::everywhere); }); },
      runs_by_hand(shape, {benchmarks::num_ranks(), 1, 1})};
}

/// The gradient of a layer, x^T y, of a batch of which every rank has some rows: contributions are
/// added up.
Halves summed(const ProductShape& shape) {
  const int ranks = benchmarks::num_ranks();
  const Array x = numbers(shape.k, shape.m, rt::split(0));
  const Array y = numbers(shape.k, shape.n, rt::split(0));
  const auto by_rank = [&](const Array& z) {
    rt::Array<double, 3> parts = rt::reshape(z, {ranks, z.shape(0) / ranks, z.shape(1)});
    parts = rt::placed(parts, rt::split(0));
    rt::evaluate(parts);
    return parts;
  };
  const auto x_parts = by_rank(x);
  const auto y_parts = by_rank(y);
  const rt::Array<double, 3> contributions =
      rt::placed(rt::einsum<"sbi,sbo->sio">(x_parts, y_parts), rt::split(0));
  rt::evaluate(contributions);
  return {[=] {
            return seconds_of(
                [&] { return rt::placed(rt::matmul(rt::transpose(x), y), rt::split(0)); });
          },
          [=] {
            return seconds_of([&] {
              return rt::placed(rt::einsum<"sbi,sbo->sio">(x_parts, y_parts), rt::split(0));
            });
          },
          [=] {
            return seconds_of([&] { return rt::placed(rt::sum(contributions, 0), rt::split(0)); });
          },
          runs_by_hand(shape, {1, ranks, 1})};
}

/// The shape of about that size that the ranks cut evenly.
std::int64_t even(double size) {
  const std::int64_t unit = 8 * benchmarks::num_ranks();
  return std::max<std::int64_t>(static_cast<std::int64_t>(size) / unit, 1) * unit;
}

/// `shape_of(1)` grows with its argument, and computing grows in proportion to it against sending:
/// to where they take equally long.
template <class ShapeOf>
void measure(benchmark::State& state, Halves (*halves_of)(const ProductShape&),
             const ShapeOf& shape_of) {
  double factor = 1;
  for (int tries = 0; tries < 2; ++tries) {
    const Halves tried = halves_of(shape_of(factor));
    tried.computing();
    tried.sending();
    factor *= std::clamp(
        benchmarks::median({tried.sending(), tried.sending(), tried.sending()}) /
            benchmarks::median({tried.computing(), tried.computing(), tried.computing()}),
        0.05, 4.0);
  }
  const ProductShape shape = shape_of(factor);
  const Halves halves = halves_of(shape);
  const benchmarks::Rounds rounds(state, {{"together", halves.together},
                                          {"computing", halves.computing},
                                          {"sending", halves.sending},
                                          {"by_hand", halves.by_hand}});
  rounds.report_milliseconds(state);
  const double computing = rounds.median_seconds(1);
  const double sending = rounds.median_seconds(2);
  const double longer = std::max(computing, sending);
  state.counters["overlap"] = longer / rounds.median_seconds(0);
  const auto& machine = rt::Context::current().plan_options().machine;
  const double lost = machine.seconds_lost_to_messages.value * sending;
  state.counters["possible"] = longer / std::max(computing + lost, sending);
  state.counters["m"] = static_cast<double>(shape.m);
  state.counters["k"] = static_cast<double>(shape.k);
}

void product(benchmark::State& state) {
  measure(state, gathered, [](double factor) {
    const std::int64_t n = even(1000 * factor);
    return ProductShape{n, n, n};
  });
}
void gradient_of_a_layer(benchmark::State& state) {
  measure(state, summed, [](double factor) {
    return ProductShape{even(2000), even(1000 * factor), even(2000)};
  });
}

void add(const char* name, void (*run)(benchmark::State&)) {
  benchmarks::measure_rounds(benchmark::RegisterBenchmark(name, run), 7);
}

}  // namespace

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  omp_set_num_threads(1);  // one core a rank
  auto& machine = context.plan_options().machine;
  if (!machine.measured) machine = rt::calibrate(context);
  add("product", product);
  add("gradient_of_a_layer", gradient_of_a_layer);
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
}
