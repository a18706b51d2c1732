// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Predicted beside measured seconds: measures the machine, then runs the products and chains of the
// other benchmarks and compares what each was predicted to take.
//
//   tests/support/mpirun.sh 2 600 build-release/benchmarks/machine_benchmark [machine.json]
//
// With a file's name, the machine is written there. Measured are a plan's steps without planning,
// by the slowest rank: the median of several runs.

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <limits>
#include <relatile/cost/time.hpp>
#include <relatile/machine/calibrate.hpp>
#include <relatile/machine/machine_file.hpp>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "rounds.hpp"

namespace {

namespace rt = relatile;
using Array = rt::Array<double, 2>;

constexpr int num_rounds = 9;

/// Seconds of exchanges and of kernels.
struct Times {
  double exchanges = 0;
  double kernels = 0;
  double total() const { return exchanges + kernels; }
};

Times predicted(const rt::cost::Machine& machine, const rt::plan::Plan& plan) {
  Times times;
  const rt::cost::PanelsInCache panels(plan);
  for (const auto& step : plan.steps) {
    const bool moves = step.kind == rt::plan::StepKind::exchange;
    (moves ? times.exchanges : times.kernels) +=
        rt::cost::seconds_of(machine, plan, panels, step).value;
  }
  return times;
}

Times measured(const rt::engine::Report& report) {
  Times times;
  for (std::size_t s = 0; s < report.plan.steps.size(); ++s) {
    const bool moves = report.plan.steps[s].kind == rt::plan::StepKind::exchange;
    (moves ? times.exchanges : times.kernels) += report.measured.seconds[s];
  }
  return times;
}

void print_row(const std::string& name, const Times& predicted, const Times& measured) {
  std::cout << std::left << std::setw(34) << name << std::right << std::fixed
            << std::setprecision(2);
  for (const auto part : {&Times::exchanges, &Times::kernels}) {
    std::cout << std::setw(11) << 1e3 * predicted.*part << std::setw(11) << 1e3 * measured.*part;
  }
  std::cout << std::setw(11) << 1e3 * predicted.total() << std::setw(11) << 1e3 * measured.total()
            << std::setw(8) << predicted.total() / measured.total() << '\n';
}

/// Evaluates what `make` makes, several times.
template <class Make>
void compare(const rt::Context& context, const rt::cost::Machine& machine, const std::string& name,
             Make&& make) {
  const double infinity = std::numeric_limits<double>::infinity();
  Times fastest{infinity, infinity};
  Times prediction;
  for (int round = 0; round <= num_rounds; ++round) {
    const auto x = make();
    rt::evaluate(x);
    const rt::engine::Report& report = rt::report(x);
    prediction = predicted(machine, report.plan);
    if (round == 0) continue;
    const Times times = measured(report);
    fastest.exchanges = std::min(fastest.exchanges, times.exchanges);
    fastest.kernels = std::min(fastest.kernels, times.kernels);
  }
  if (context.rank() != 0) return;
  print_row(name, prediction, fastest);
}

Array by_rows(std::int64_t rows, std::int64_t columns) {
  const Array x =
      rt::placed(rt::from_function(
                     {rows, columns},
                     [](auto i, auto j) { return std::sin(static_cast<double>(3 * i + 7 * j)); }),
                 rt::split(0));
  rt::evaluate(x);
  return x;
}

void compare_all(const rt::Context& context, const rt::cost::Machine& machine) {
  struct Shape {
    std::int64_t m, k, n;
  };
  for (const auto& [m, k, n] : std::vector<Shape>{
           {1024, 1024, 1024}, {2048, 2048, 2048}, {4096, 128, 4096}, {512, 16384, 512}}) {
    const Array a = by_rows(m, k);
    const Array b = by_rows(k, n);
    compare(context, machine,
            "matmul " + std::to_string(m) + " x " + std::to_string(k) + " x " + std::to_string(n),
            [&] { return Array(rt::matmul(a, b)); });
  }
  const Array tall = by_rows(200'000, 64);
  compare(context, machine, "X^T X, X of 200000 x 64",
          [&] { return Array(rt::matmul(rt::transpose(tall), tall)); });
  const Array a = by_rows(1024, 1024);
  const Array b = by_rows(1024, 512);
  compare(context, machine, "a (a b), a of 1024 x 1024",
          [&] { return Array(rt::matmul(a, rt::matmul(a, b))); });
  compare(context, machine, "max(a b, 0) b^T",
          [&] { return Array(rt::matmul(rt::maximum(rt::matmul(a, b), 0.0), rt::transpose(b))); });
  const Array x = by_rows(10'000, 1'000);
  const Array y = by_rows(10'000, 1'000);
  compare(context, machine, "sum of exp(-(x x)) + 3x, 10^7",
          [&] { return rt::Array<double, 0>(rt::sum(rt::exp(-(x * x)) + 3.0 * x)); });
  compare(context, machine, "2x + y, 10^7", [&] { return Array(2.0 * x + y); });
  compare(context, machine, "2x + 1, 10^7", [&] { return Array(2.0 * x + 1.0); });
  const Array square = by_rows(2048, 2048);
  compare(context, machine, "x + x^T, x of 2048 x 2048",
          [&] { return Array(square + rt::transpose(square)); });
}

}  // namespace

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  omp_set_num_threads(1);  // one core per rank
  rt::cost::Machine machine;
  const double seconds = benchmarks::seconds_of([&] { machine = rt::calibrate(context); });
  if (argc > 1) rt::save_machine(argv[1], machine);
  if (context.rank() == 0) {
    std::cout << rt::machine_to_json(machine) << "measured in " << seconds << " s\n\n"
              << "milliseconds: predicted and measured\n"
              << std::left << std::setw(34) << "" << std::right << std::setw(22) << "exchanges"
              << std::setw(22) << "kernels" << std::setw(22) << "total" << std::setw(8) << "ratio"
              << '\n';
  }
  compare_all(context, machine);
}
