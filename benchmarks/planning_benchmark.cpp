// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// How long planning takes: against the number of operators and of sites.
#include <sys/resource.h>

#include <sstream>
#include <string>

#include <benchmark/benchmark.h>
#include <relatile/cost/forecast.hpp>
#include <relatile/linalg.hpp>
#include <relatile/plan/fingerprint.hpp>
#include <relatile/plan/text/write.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/alternatives.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/planner/plan_options.hpp>
#include <relatile/planner/search/optimal.hpp>
#include <relatile/planner/space/time_objective.hpp>
#include <relatile/program/parse.hpp>
#include <relatile/program/to_graph.hpp>
#include <relatile/relatile.hpp>
#include <relatile/schedule/lower.hpp>

#include "layered.hpp"
#include "programs.hpp"
#include "support/graphs.hpp"

namespace {

std::vector<relatile::tra::NodePtr> roots_of(const std::string& text, int sites) {
  relatile::program::GraphOptions options;
  options.num_sites = sites;
  return relatile::program::to_graph(relatile::program::parse(text), options).outputs;
}

void plan(benchmark::State& state, const std::vector<relatile::tra::NodePtr>& roots, int sites,
          const relatile::planner::Objective& objective) {
  bool optimal = false;
  double nodes = 0;
  double above = 0;
  for (auto _ : state) {
    const relatile::planner::Problem problem(roots, sites, objective);
    const auto assignment = relatile::planner::plan_optimal(problem);
    optimal = assignment.optimal;
    nodes = problem.size();
    above = assignment.price.cost / std::max(assignment.lower_bound, 1e-300) - 1;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["nodes"] = nodes;
  state.counters["optimal"] = optimal ? 1 : 0;
  state.counters["percent_above_bound"] = optimal ? 0 : 100 * above;
  state.counters["process_peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

void plan(benchmark::State& state, const std::string& text, int sites,
          const relatile::planner::Objective& objective) {
  plan(state, roots_of(text, sites), sites, objective);
}

/// Layers, each of which adds up an element and its neighbours along every axis: the next one is
/// smaller by two along each.
relatile::tra::NodePtr stencil_layers(const relatile::Extents& shape, std::int64_t layers) {
  auto x = graphs::input(shape);
  for (; layers > 0; --layers) {
    relatile::Extents inner = x->type.extents;
    relatile::Access middle = relatile::Access::identity(inner.rank());
    for (auto& dim : middle.dims) dim.offset = 1;
    std::vector<relatile::Access> accesses{middle};
    for (int d = 0; d < inner.rank(); ++d) {
      inner[d] -= 2;
      for (std::int64_t offset : {0, 2}) {
        accesses.push_back(middle);
        accesses.back().dims[static_cast<std::size_t>(d)].offset = offset;
      }
    }
    x = graphs::elementwise(std::vector(accesses.size(), x), accesses, inner);
  }
  return x;
}

/// What a rank does before the first message, of a program that no plan is remembered for: the
/// search, the plan that it comes to, in slices and checked, and the memory of one site.
void lower(benchmark::State& state, const std::string& text, int sites) {
  const auto roots = roots_of(text, sites);
  const relatile::planner::PlanOptions options;
  double steps = 0;
  double megabytes = 0;
  for (auto _ : state) {
    const relatile::plan::Plan plan = relatile::planner::plan_for(roots, roots, sites, options);
    relatile::plan::verify(plan);
    benchmark::DoNotOptimize(relatile::plan::fingerprint_of_run(plan));
    const relatile::schedule::SiteProgram program =
        relatile::schedule::lower(plan, sites / 2, relatile::plan::default_message_limit);
    benchmark::DoNotOptimize(program.memory.arena_bytes);
    steps = static_cast<double>(plan.steps.size());
    megabytes = 1e-6 * static_cast<double>(plan.traffic().total().value);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["steps"] = steps;
  state.counters["moved_MB"] = megabytes;
  state.counters["process_peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

/// What explain does beside: it prices what was rejected, and predicts times and all sites' memory.
void explain(benchmark::State& state, const std::string& text, int sites) {
  const auto roots = roots_of(text, sites);
  const relatile::planner::PlanOptions options;
  for (auto _ : state) {
    relatile::plan::Plan plan = relatile::planner::plan_for(roots, roots, sites, options);
    plan.alternatives = relatile::planner::alternatives(roots, plan, options);
    const relatile::plan::Forecast forecast = relatile::cost::forecast(plan, options.machine);
    std::ostringstream out;
    relatile::plan::write(out, plan, {&forecast, nullptr}, relatile::plan::Format::table);
    benchmark::DoNotOptimize(out.str().size());
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["process_peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

const relatile::planner::BytesObjective bytes;
const relatile::planner::TimeObjective seconds{relatile::cost::Machine{}};

void als(benchmark::State& state) {
  plan(state, benchmarks::als(100'000, 20'000, 64), static_cast<int>(state.range(0)), seconds);
}
void gradient_steps(benchmark::State& state) {
  plan(state, benchmarks::gradient_steps(static_cast<int>(state.range(0))),
       static_cast<int>(state.range(1)), seconds);
}
void two_products_lowered(benchmark::State& state) {
  lower(state, benchmarks::two_products(), static_cast<int>(state.range(0)));
}
void two_products_explained(benchmark::State& state) {
  explain(state, benchmarks::two_products(), static_cast<int>(state.range(0)));
}
void llama_lowered(benchmark::State& state) {
  const benchmarks::Llama llama{.layers = static_cast<int>(state.range(0))};
  lower(state, llama.program(), static_cast<int>(state.range(1)));
}
void gradient_steps_lowered(benchmark::State& state) {
  lower(state, benchmarks::gradient_steps(static_cast<int>(state.range(0))),
        static_cast<int>(state.range(1)));
}
void llama_bytes(benchmark::State& state) {
  const benchmarks::Llama llama{.layers = static_cast<int>(state.range(0))};
  plan(state, llama.program(), static_cast<int>(state.range(1)), bytes);
}
std::string layered(std::int64_t operators, std::int64_t num_extents) {
  std::vector<int> extents{2048, 1024};
  extents.resize(static_cast<std::size_t>(num_extents));
  return benchmarks::Layered(static_cast<int>(operators), std::move(extents), 1).program();
}
void layered_bytes(benchmark::State& state) {
  plan(state, layered(state.range(0), state.range(1)), static_cast<int>(state.range(2)), bytes);
}
void layered_time(benchmark::State& state) {
  plan(state, layered(state.range(0), state.range(1)), static_cast<int>(state.range(2)), seconds);
}
enum Factorization : std::int64_t { cholesky, lu, qr, inverse };
relatile::Array<double, 2> factored(Factorization kind, const relatile::Array<double, 2>& a) {
  switch (kind) {
    case cholesky: return relatile::cholesky(a);
    case lu: return relatile::lu_factor(a).lu;
    case qr: return relatile::qr(a).r;
    case inverse: break;
  }
  return relatile::inv(a);
}
/// Of square matrices, with everything between their operators and the program of each site.
void factorizations(benchmark::State& state) {
  const std::int64_t n = state.range(1);
  for (auto _ : state) {
    state.PauseTiming();
    {
      const auto context = relatile::Context::loopback(static_cast<int>(state.range(2)));
      const auto kind = static_cast<Factorization>(state.range(0));
      const auto factor = factored(kind, relatile::random::normal<double>({n, n}));
      state.ResumeTiming();
      benchmark::DoNotOptimize(relatile::explain(factor, relatile::site_program).size());
      state.PauseTiming();
    }
    state.ResumeTiming();
  }
}
void stencil_layers(benchmark::State& state) {
  const std::int64_t size = std::int64_t(1) << (state.range(0) == 1 ? 24 : 14);
  const auto shape = relatile::Extents::filled(static_cast<int>(state.range(0)), size);
  plan(state, {stencil_layers(shape, state.range(1))}, static_cast<int>(state.range(2)), seconds);
}
void llama_time(benchmark::State& state) {
  const benchmarks::Llama llama{.layers = static_cast<int>(state.range(0))};
  plan(state, llama.program(), static_cast<int>(state.range(1)), seconds);
}

}  // namespace

BENCHMARK(als)->Arg(4)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(gradient_steps)->ArgsProduct({{100, 200, 400}, {1, 4}})->Unit(benchmark::kMillisecond);
BENCHMARK(llama_bytes)
    ->ArgsProduct({{1, 2, 4, 8, 16, 32}, {1024}})
    ->Args({32, 4})
    ->Args({32, 64})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(llama_time)->ArgsProduct({{1, 8, 32}, {4, 1024}})->Unit(benchmark::kMillisecond);
BENCHMARK(layered_bytes)->ArgsProduct({{1000, 10000}, {1, 2}, {64}})->Unit(benchmark::kMillisecond);
BENCHMARK(layered_time)->ArgsProduct({{1000, 10000}, {1, 2}, {64}})->Unit(benchmark::kMillisecond);
BENCHMARK(stencil_layers)->ArgsProduct({{1, 2}, {30}, {1024, 4096}})->Unit(benchmark::kMillisecond);
BENCHMARK(factorizations)
    ->ArgNames({"kind", "n", "sites"})
    ->ArgsProduct({{cholesky, lu, qr, inverse}, {4096, 8192}, {4, 16, 64}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(two_products_lowered)->RangeMultiplier(4)->Range(4, 4096)->Unit(benchmark::kMillisecond);
BENCHMARK(two_products_explained)
    ->RangeMultiplier(4)
    ->Range(4, 4096)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(llama_lowered)->ArgsProduct({{1, 32}, {4, 1024}})->Unit(benchmark::kMillisecond);
BENCHMARK(gradient_steps_lowered)->Args({200, 4})->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
