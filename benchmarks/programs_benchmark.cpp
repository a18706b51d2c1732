// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// One step of programs that people write, on one rank with all threads, against the same by hand
// with BLAS and OpenMP (plain_programs.hpp). Counters are milliseconds.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <relatile/relatile.hpp>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "gemm.hpp"
#include "plain_programs.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::data;
using benchmarks::Numbers;
using benchmarks::random_array;
using benchmarks::seconds_of;
template <int N>
using Array = rt::Array<double, N>;

template <int N>
Numbers numbers(const Array<N>& x) {
  return {data(x), data(x) + x.size()};
}

template <int N>
bool agree(const Array<N>& x, const double* expected) {
  const double* elements = data(x);
  double scale = 1;
  double largest = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    scale = std::max(scale, std::abs(expected[i]));
    largest = std::max(largest, std::abs(elements[i] - expected[i]));
  }
  return largest <= 1e-9 * scale;
}

/// Both are run once before `check` compares what they computed.
void measure(benchmark::State& state, const std::function<void()>& ours,
             const std::function<void()>& by_hand, const std::function<bool()>& check) {
  const auto with_blas_threads = [&] {
    const benchmarks::BlasThreads all(omp_get_max_threads());
    return seconds_of(by_hand);
  };
  ours();
  with_blas_threads();
  if (!check()) return state.SkipWithError("Relatile and the program by hand disagree");
  const benchmarks::Rounds rounds(
      state, {{"relatile", [&] { return seconds_of(ours); }}, {"by_hand", with_blas_threads}});
  rounds.report_milliseconds(state);
}

void logistic_newton(benchmark::State& state) {
  constexpr std::int64_t rows = 300'000;
  constexpr std::int64_t columns = 64;
  const rt::Context context = rt::Context::loopback(1);
  const Array<2> x = random_array<2>({rows, columns});
  const Array<1> y = rt::where(random_array<1>({rows}) > 0, 1.0, 0.0);
  const Array<1> w = random_array<1>({columns}, -0.1);
  rt::evaluate(y);
  const Numbers weights = numbers(w);
  Array<1> gradient;
  Array<2> hessian;
  benchmarks::Newton by_hand(data(x), data(y), rows, columns);
  measure(
      state,
      [&] {
        const auto p = rt::logistic(rt::matmul(x, w));
        const auto curvature = (p * (1 - p))(rt::all_of_axis, rt::newaxis);
        gradient = rt::matmul(rt::transpose(x), p - y);
        hessian = rt::matmul(rt::transpose(x), curvature * x);
        rt::evaluate(gradient, hessian);
      },
      [&] { by_hand.step(weights); },
      [&] {
        return agree(gradient, by_hand.gradient.data()) && agree(hessian, by_hand.hessian.data());
      });
}

void kmeans(benchmark::State& state) {
  constexpr std::int64_t rows = 300'000;
  constexpr std::int64_t columns = 32;
  constexpr std::int64_t clusters = 16;
  const rt::Context context = rt::Context::loopback(1);
  const Array<2> x = random_array<2>({rows, columns});
  const Array<2> centres = random_array<2>({clusters, columns});
  const Numbers plain_centres = numbers(centres);
  Array<2> sums;
  Array<1> counts;
  benchmarks::KMeans by_hand(data(x), rows, columns, clusters);
  measure(
      state,
      [&] {
        const auto distance =
            rt::sum(rt::square(centres), 1) - 2.0 * rt::matmul(x, rt::transpose(centres));
        const auto nearest = rt::argmin(distance, 1)(rt::all_of_axis, rt::newaxis);
        const auto member = rt::where(nearest == rt::arange(clusters), 1.0, 0.0);
        sums = rt::matmul(rt::transpose(member), x);
        counts = rt::sum(member, 0);
        rt::evaluate(sums, counts);
      },
      [&] { by_hand.step(plain_centres); },
      [&] { return agree(sums, by_hand.sums.data()) && agree(counts, by_hand.counts.data()); });
}

void als(benchmark::State& state) {
  constexpr std::int64_t users = 10'000;
  constexpr std::int64_t items = 4'000;
  constexpr std::int64_t width = 32;
  const rt::Context context = rt::Context::loopback(1);
  const Array<2> r = random_array<2>({users, items});
  const Array<2> m = random_array<2>({items, width});
  const Numbers plain_m = numbers(m);
  // Small: solved by every rank for itself.
  const auto inverse_of_gram = [](const Array<2>& x) {
    Eigen::MatrixXd h = rt::to_eigen(rt::matmul(rt::transpose(x), x));
    h.diagonal().array() += 1;
    return rt::from_eigen(Eigen::MatrixXd(h.llt().solve(Eigen::MatrixXd::Identity(width, width))));
  };
  Array<2> u;
  Array<2> n;
  benchmarks::Als by_hand(data(r), users, items, width);
  measure(
      state,
      [&] {
        u = rt::matmul(rt::matmul(r, m), inverse_of_gram(m));
        rt::evaluate(u);
        n = rt::matmul(rt::matmul(rt::transpose(r), u), inverse_of_gram(u));
        rt::evaluate(n);
      },
      [&] { by_hand.step(plain_m); },
      [&] { return agree(u, by_hand.u.data()) && agree(n, by_hand.n.data()); });
}

/// One step of [tra21, 5.3]'s network, scaled.
void network(benchmark::State& state) {
  benchmarks::FactoredProblem by_hand{state.range(0), state.range(1), state.range(2),
                                      state.range(3)};
  by_hand.allocate();
  const rt::Context context = rt::Context::loopback(1);
  const Array<2> x = random_array<2>({by_hand.batch, by_hand.features});
  const Array<2> y = random_array<2>({by_hand.batch, by_hand.labels}, 0);
  const Array<2> w1 = random_array<2>({by_hand.features, by_hand.hidden});
  const Array<2> w2 = random_array<2>({by_hand.hidden, by_hand.labels});
  Array<2> new_w1;
  Array<2> new_w2;
  measure(
      state,
      [&] {
        const auto a1 = rt::maximum(rt::matmul(x, w1), 0.0);
        const auto error = rt::logistic(rt::matmul(a1, w2)) - y;
        const auto back = rt::where(a1 > 0, rt::matmul(error, rt::transpose(w2)), 0.0);
        new_w2 = w2 - 0.01 * rt::matmul(rt::transpose(a1), error);
        new_w1 = w1 - 0.01 * rt::matmul(rt::transpose(x), back);
        rt::evaluate(new_w1, new_w2);
      },
      [&] { by_hand.step(data(x), data(y), data(w1), data(w2)); },
      [&] { return agree(new_w1, by_hand.new_w1.data()) && agree(new_w2, by_hand.new_w2.data()); });
}

void page_rank(benchmark::State& state) {
  constexpr std::int64_t n = 8'192;
  const rt::Context context = rt::Context::loopback(1);
  const Array<2> links = random_array<2>({n, n}, 0);
  const Array<1> rank = random_array<1>({n}, 0);
  const Array<1> degree = random_array<1>({n}, 0.5);
  Numbers by_hand(n);
  Array<1> next;
  measure(
      state,
      [&] {
        next = 0.15 / static_cast<double>(n) + 0.85 * rt::matmul(links, rank / degree);
        rt::evaluate(next);
      },
      [&] { benchmarks::page_rank(data(links), data(rank), data(degree), by_hand.data(), n); },
      [&] { return agree(next, by_hand.data()); });
}

void attention(benchmark::State& state) {
  constexpr std::int64_t sequences = 4;
  constexpr std::int64_t heads = 8;
  constexpr std::int64_t tokens = 1024;
  constexpr std::int64_t width = 64;
  const rt::Context context = rt::Context::loopback(1);
  const Array<4> q = random_array<4>({sequences, heads, tokens, width});
  const Array<4> k = random_array<4>({sequences, heads, tokens, width});
  const Array<4> v = random_array<4>({sequences, heads, tokens, width});
  Numbers by_hand(static_cast<std::size_t>(q.size()));
  Array<4> out;
  measure(
      state,
      [&] {
        const auto scores = rt::einsum<"bhsd,bhtd->bhst">(q, k) / std::sqrt(double(width));
        const auto powers = rt::exp(scores - rt::max(scores, 3, rt::keepdims));
        const auto weights = powers / rt::sum(powers, 3, rt::keepdims);
        out = rt::einsum<"bhst,bhtd->bhsd">(weights, v);
        rt::evaluate(out);
      },
      [&] {
        benchmarks::attention(data(q), data(k), data(v), by_hand.data(), sequences * heads, tokens,
                              width);
      },
      [&] { return agree(out, by_hand.data()); });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmarks::measure_rounds(benchmark, 11);
}

BENCHMARK(logistic_newton)->Apply(configure);
BENCHMARK(kmeans)->Apply(configure);
BENCHMARK(als)->Apply(configure);
// Few labels and many neurons (best cut by the batch); many features and labels (by the weights).
BENCHMARK(network)
    ->ArgNames({"batch", "features", "hidden", "labels"})
    ->Args({2048, 512, 4096, 16})
    ->Args({256, 8192, 512, 2048})
    ->Apply(configure);
BENCHMARK(page_rank)->Apply(configure);
BENCHMARK(attention)->Apply(configure);

}  // namespace

BENCHMARK_MAIN();
