// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Is the plan that is said to be cheapest the fastest one? Programs that people write are executed
// by every plan that some planner has, in turn, on the machine that the ranks run on, which is
// measured first unless RELATILE_MACHINE names it.
//
//   <planner>  milliseconds of its plan, which no planner before it has
//   of_<planner>  milliseconds that were predicted of it
//   regret     how many times as long `optimal` takes, by the median of the rounds' ratios, as the
//              plan of which that is most: 1 if none is faster
//   fastest    milliseconds of that plan
//
// A plan that takes four times as long as optimal's when it is first tried is not tried again.
//
// benchmarks/cluster/on_hosts.sh runs it on hosts that it makes on this machine.

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <relatile/cost/forecast.hpp>
#include <relatile/machine/calibrate.hpp>
#include <relatile/papers.hpp>
#include <relatile/plan/fingerprint.hpp>
#include <relatile/relatile.hpp>
#include <set>
#include <string>
#include <vector>

#include "ranks.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using Array = rt::Array<double, 2>;

/// Computes a program's result anew.
using Step = std::function<Array()>;

const std::vector<std::string> planners{
    "optimal",   "eindecomp",       "spartan",       "tra",          "nums_grid", "lshs",
    "replicate", "broadcast_right", "data_parallel", "groupby_join", "row",       "block"};

/// Whether the context began with a machine, so that it is not to be measured here.
bool& machine_is_given() {
  static bool given = false;
  return given;
}

/// Of every program measured.
std::vector<double>& regrets() {
  static std::vector<double> all;
  return all;
}

Array numbers(std::int64_t rows, std::int64_t columns) {
  Array x = rt::random::uniform<double>(-1, 1, {rows, columns});
  rt::evaluate(x);
  return x;
}

/// The seconds of the slowest rank, of a program that has just run by the same plan: what is
/// predicted are programs that run again, and others' plans need other memory.
double seconds_by(const Step& step, const std::string& planner) {
  const auto run = [&] { rt::evaluate(step(), {.planner = planner}); };
  run();
  return benchmarks::slowest_seconds_of(run);
}

/// A planner's plan for a program.
struct Tried {
  std::uint64_t plan = 0;
  double predicted = 0;  ///< seconds
};

/// What the planner makes of the program, if it has a plan for it.
std::optional<Tried> try_planner(const Step& step, const std::string& planner) {
  try {
    const Array result = step();
    rt::evaluate(result, {.planner = planner});
    const rt::plan::Plan& plan = rt::report(result).plan;
    const auto& machine = rt::Context::current().plan_options().machine;
    return Tried{rt::plan::fingerprint_of_run(plan),
                 rt::cost::forecast(plan, machine).overlapped_seconds};
  } catch (const rt::UnsupportedPlan&) {  // on all ranks
    return std::nullopt;
  }
}

/// The machine is measured anew for each program unless it is given, since its speed may drift.
void measure(benchmark::State& state, const std::function<Step()>& set_up) {
  rt::Context& context = rt::Context::current();
  if (!machine_is_given()) context.plan_options().machine = rt::calibrate(context);
  constexpr double hopeless = 4;  // times as long as optimal's plan
  const Step step = set_up();
  std::vector<benchmarks::Contender> contenders;
  std::set<std::uint64_t> known;  // equal plans take equally long, whoever made them
  double first = 0;               // seconds of optimal's plan
  for (const std::string& planner : planners) {
    const std::optional<Tried> tried = try_planner(step, planner);
    if (!tried || !known.insert(tried->plan).second) continue;
    const double seconds = seconds_by(step, planner);
    if (contenders.empty()) first = seconds;
    state.counters["of_" + planner] = 1e3 * tried->predicted;
    if (seconds > hopeless * first) {
      state.counters[planner] = 1e3 * seconds;
      continue;
    }
    contenders.push_back({planner, [step, planner] { return seconds_by(step, planner); }});
  }
  const benchmarks::Rounds rounds(state, contenders);
  rounds.report_milliseconds(state);
  double regret = 1;
  std::size_t fastest = 0;
  for (std::size_t c = 1; c < contenders.size(); ++c) {
    if (const double against = 1 / rounds.speed_against(c); against > regret) {
      regret = against;
      fastest = c;
    }
  }
  state.counters["fastest"] = 1e3 * rounds.median_seconds(fastest);
  state.counters["regret"] = regret;
  regrets().push_back(regret);
}

Step square() {
  return [a = numbers(2000, 2000), b = numbers(2000, 2000)] { return Array(rt::matmul(a, b)); };
}
Step two_large_dimensions() {
  return [a = numbers(6000, 300), b = numbers(300, 6000)] { return Array(rt::matmul(a, b)); };
}
Step large_common_dimension() {
  return [a = numbers(600, 60'000), b = numbers(60'000, 600)] { return Array(rt::matmul(a, b)); };
}
Step tall_times_small() {
  return [x = numbers(400'000, 128), w = numbers(128, 64)] { return Array(rt::matmul(x, w)); };
}
Step gram() {
  return [x = numbers(300'000, 128)] { return Array(rt::matmul(rt::transpose(x), x)); };
}
Step skewed_chain() {
  return [a = numbers(4000, 400), b = numbers(400, 4000), c = numbers(4000, 200)] {
    return Array(rt::matmul(rt::matmul(a, b), c));
  };
}
Step gradient_of_a_layer() {
  return [x = numbers(60'000, 400), w = numbers(400, 160), y = numbers(60'000, 160)] {
    return Array(rt::matmul(rt::transpose(x), rt::logistic(rt::matmul(x, w)) - y));
  };
}
Step sum_with_transpose() {
  return [x = numbers(2400, 2400)] { return Array(x + rt::transpose(x)); };
}
Step column_statistics() {
  return [x = numbers(400'000, 128)] {
    return Array((x - rt::mean(x, 0)) / rt::sqrt(rt::mean(rt::square(x - rt::mean(x, 0)), 0)));
  };
}
Step als_right_side() {
  return [r = numbers(8000, 6000), m = numbers(6000, 48)] {
    return Array(rt::matmul(rt::transpose(r), rt::matmul(r, m)));
  };
}
Step attention() {
  return [q = numbers(4096, 64), k = numbers(4096, 64), v = numbers(4096, 64)] {
    const auto scores = rt::matmul(q, rt::transpose(k)) / 8.0;
    const auto powers = rt::exp(scores - rt::max(scores, 1, rt::keepdims));
    return Array(rt::matmul(powers / rt::sum(powers, 1, rt::keepdims), v));
  };
}
Step kmeans() {
  return [x = numbers(500'000, 64), centres = numbers(16, 64)] {
    const auto distance =
        rt::sum(rt::square(centres), 1) - 2.0 * rt::matmul(x, rt::transpose(centres));
    const auto nearest = rt::argmin(distance, 1)(rt::all_of_axis, rt::newaxis);
    const auto member = rt::where(nearest == rt::arange(16), 1.0, 0.0);
    return Array(rt::matmul(rt::transpose(member), x));
  };
}

void add(const char* name, Step (*set_up)()) {
  benchmarks::measure_rounds(
      benchmark::RegisterBenchmark(name, [set_up](auto& state) { measure(state, set_up); }), 11);
}

}  // namespace

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  omp_set_num_threads(1);  // one core a rank
  machine_is_given() = context.plan_options().machine.measured;
  add("square", square);
  add("two_large_dimensions", two_large_dimensions);
  add("large_common_dimension", large_common_dimension);
  add("tall_times_small", tall_times_small);
  add("gram", gram);
  add("skewed_chain", skewed_chain);
  add("gradient_of_a_layer", gradient_of_a_layer);
  add("sum_with_transpose", sum_with_transpose);
  add("column_statistics", column_statistics);
  add("als_right_side", als_right_side);
  add("attention", attention);
  add("kmeans", kmeans);
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
  if (context.rank() != 0 || regrets().empty()) return 0;
  double logs = 0;
  for (double regret : regrets()) logs += std::log(regret);
  std::printf("regret of %zu programs: geometric mean %.3f, worst %.3f\n", regrets().size(),
              std::exp(logs / static_cast<double>(regrets().size())),
              *std::max_element(regrets().begin(), regrets().end()));
}
