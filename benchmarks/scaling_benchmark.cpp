// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// The same work on more ranks (strong), and as much work a rank (weak). scaling.py runs this on the
// ranks that there are, and simulates the same on those that there are not.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "ranks.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using Array = rt::Array<double, 2>;

void measure(benchmark::State& state, const std::function<Array()>& make) {
  rt::evaluate(make());  // and with it the operands, placed for it
  Array result;
  const benchmarks::Rounds rounds(state, {{"relatile", [&] {
                                             return benchmarks::slowest_seconds_of([&] {
                                               result = make();
                                               rt::evaluate(result);
                                             });
                                           }}});
  rounds.report_milliseconds(state);
  state.counters["bytes_measured"] = static_cast<double>(rt::report(result).bytes_sent().value);
}

Array random_array(std::int64_t rows, std::int64_t columns) {
  return rt::random::uniform<double>(-1, 1, {rows, columns});
}

void square(benchmark::State& state, std::int64_t n) {
  const Array a = random_array(n, n);
  const Array b = random_array(n, n);
  measure(state, [&] { return Array(rt::matmul(a, b)); });
}

void gram(benchmark::State& state, std::int64_t rows) {
  const Array x = random_array(rows, 64);
  measure(state, [&] { return Array(rt::matmul(rt::transpose(x), x)); });
}

void add(const std::string& name, void (*run)(benchmark::State&, std::int64_t), std::int64_t size) {
  benchmarks::measure_rounds(benchmark::RegisterBenchmark(name.c_str(), run, size), 7);
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  omp_set_num_threads(1);  // one core per rank
  const int ranks = context.size();
  // Multiples of 16, as scaling.py takes them.
  const std::int64_t grown = std::llround(2048 * std::cbrt(ranks) / 16) * 16;
  add("strong/square", square, 4096);
  add("weak/square", square, grown);
  add("strong/gram", gram, 1'000'000);
  add("weak/gram", gram, 500'000 * std::int64_t(ranks));
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
}
