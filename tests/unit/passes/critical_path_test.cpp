// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <relatile/cost/overlap.hpp>
#include <relatile/passes/critical_path.hpp>
#include <relatile/passes/step_order.hpp>
#include <relatile/plan/fingerprint.hpp>
#include <relatile/plan/text/load.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/planner/space/objectives.hpp>
#include <relatile/planner/space/problem.hpp>
#include <relatile/schedule/begins.hpp>
#include <relatile/schedule/peak_memory.hpp>
#include <vector>

#include "support/catch.hpp"
#include "support/programs_to_plan.hpp"
#include "support/slow_network.hpp"

namespace critical_path_test {

namespace rt = relatile;
using rt::plan::Plan;
using rt::plan::StepKind;
using rt::test::slow_network;

namespace {

/// As the choice is emitted, before anything is put in another order or in panels.
Plan emitted(const std::vector<graphs::NodePtr>& roots, int sites,
             const rt::cost::Machine& machine) {
  const auto objective = rt::planner::objective_named("time", machine);
  const rt::planner::Problem problem(roots, sites, *objective);
  const auto assignment = rt::planner::plan_by_name("optimal", problem);
  return rt::planner::Emitter(problem, assignment, rt::plan::default_message_limit).emit(roots);
}

double overlapped(const Plan& plan, const rt::cost::Machine& machine) {
  return rt::cost::overlapped_seconds(machine, plan);
}

/// A B + C (D E): by rows, the right operands gathered.
graphs::NodePtr summed_chain(std::int64_t n, int sites) {
  const auto stored = [&] { return graphs::stored({n, n}, {{sites, 0}}, sites); };
  const auto product = [](const auto& a, const auto& b) {
    auto c = graphs::matmul(a, b);
    c->pins.plan = "broadcast_right";
    return c;
  };
  const auto ab = product(stored(), stored());
  const auto c = stored();
  return graphs::elementwise({ab, product(c, product(stored(), stored()))});
}

/// Of all orders in which values are made before they are read, the least time.
class EveryOrder {
 public:
  EveryOrder(const Plan& plan, const rt::cost::Machine& machine) : plan_(plan), machine_(machine) {
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      if (plan.steps[s].kind == StepKind::stored) take(s);
    }
    extend();
  }
  double least() const { return least_; }
  bool finished() const { return tried_ < most; }

 private:
  static constexpr int most = 3000;

  void take(std::size_t s) {
    order_.push_back(static_cast<int>(s));
    made_.push_back(plan_.steps[s].output);
  }
  bool is_made(int value) const {
    return std::find(made_.begin(), made_.end(), value) != made_.end();
  }
  void extend() {
    if (order_.size() == plan_.steps.size()) return price();
    for (std::size_t s = 0; s < plan_.steps.size() && tried_ < most; ++s) {
      const auto& step = plan_.steps[s];
      if (is_made(step.output)) continue;
      if (!std::all_of(step.inputs.begin(), step.inputs.end(),
                       [&](int input) { return is_made(input); })) {
        continue;
      }
      take(s);
      extend();
      order_.pop_back();
      made_.pop_back();
    }
  }
  void price() {
    ++tried_;
    Plan other = rt::pass::reordered(plan_, order_);
    for (auto& step : other.steps) {
      if (step.kind != StepKind::exchange) continue;
      const int input = step.inputs[0];
      step.early = std::none_of(other.steps.begin(), other.steps.end(), [&](const auto& maker) {
        return maker.output == input && maker.kind == StepKind::stored;
      });
    }
    least_ = std::min(least_, overlapped(other, machine_));
  }

  const Plan& plan_;
  const rt::cost::Machine& machine_;
  std::vector<int> order_;
  std::vector<int> made_;
  double least_ = 1e300;
  int tried_ = 0;
};

}  // namespace

TEST_CASE("while the critical path's exchange travels, another kernel runs") {
  const int sites = 4;
  const rt::cost::Machine machine = slow_network();
  const auto root = summed_chain(4096, sites);
  const Plan before = emitted({root}, sites, machine);
  const Plan plan = rt::pass::along_critical_path(before, machine).value();
  rt::plan::verify(plan);
  CHECK(plan.traffic().sent == before.traffic().sent);
  CHECK(overlapped(plan, machine) < 0.9 * overlapped(before, machine));

  const auto& product = root->inputs[1];
  const auto of = [&](const graphs::NodePtr& node, StepKind kind) {
    return std::find_if(plan.steps.begin(), plan.steps.end(),
                        [&](const auto& step) {
                          return plan.nodes[static_cast<std::size_t>(step.node)] == node &&
                                 step.kind == kind;
                        }) -
           plan.steps.begin();
  };
  const auto inner = of(product->inputs[1], StepKind::local);
  const auto travels = of(product->inputs[1], StepKind::exchange);
  const auto other = of(root->inputs[0], StepKind::local);
  CHECK(inner < other);
  CHECK(other < travels);
  CHECK(travels < of(product, StepKind::local));
  CHECK(rt::schedule::begins_of(plan)[static_cast<std::size_t>(travels)] <= other);
}

TEST_CASE("an early exchange begins once what it moves is made, whatever runs meanwhile") {
  const int sites = 4;
  Plan plan = emitted({summed_chain(4096, sites)}, sites, slow_network());
  plan = rt::pass::along_critical_path(plan, slow_network()).value();
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    if (plan.steps[s].kind != StepKind::exchange) continue;
    plan.steps[s].early = true;
    const int input = plan.steps[s].inputs[0];
    const auto begin = static_cast<std::size_t>(rt::schedule::begins_of(plan)[s]);
    const bool passes = std::any_of(plan.steps.begin() + std::ptrdiff_t(begin),
                                    plan.steps.begin() + std::ptrdiff_t(s),
                                    [](const auto& step) { return step.kind == StepKind::local; });
    CHECK((begin == s || passes));
    if (passes) CHECK((begin == 0 || plan.steps[begin - 1].output == input));
  }
}

TEST_CASE("plans along the critical path do the same, faster, in little more memory") {
  int faster = 0;
  for (const int sites : {2, 3, 8}) {
    for (const auto& example : graphs::examples(sites)) {
      INFO(example.text << " on " << sites << " sites");
      rt::planner::PlanOptions options;
      options.machine = slow_network();
      const Plan before = emitted(example.roots, sites, options.machine);
      const auto path = rt::pass::along_critical_path(before, options.machine);
      const Plan plan = rt::planner::plan_for(example.roots, example.roots, sites, options);
      rt::plan::verify(plan);
      CHECK(plan.traffic().sent == before.traffic().sent);
      CHECK(plan.total_flops().value == before.total_flops().value);
      if (!path) continue;
      rt::plan::verify(*path);
      CHECK(path->steps.size() == before.steps.size());
      CHECK(overlapped(*path, options.machine) < overlapped(before, options.machine));
      options.disabled_passes = {"critical_path"};
      const Plan unordered =
          rt::pass::run_passes(before, pass_options(options, rt::plan::default_message_limit));
      CHECK(overlapped(plan, options.machine) <= overlapped(unordered, options.machine));
      CHECK(rt::schedule::plan_peak(plan).peak.total() * 4 <=
            rt::schedule::plan_peak(unordered).peak.total() * 5);
      ++faster;
    }
  }
  CHECK(faster > 3);
}

TEST_CASE("a plan in its first order keeps within a cap that the faster one exceeds") {
  int exceeding = 0;
  for (const auto& example : graphs::examples(4)) {
    INFO(example.text);
    rt::planner::PlanOptions options;
    options.machine = slow_network();
    options.panel_bytes = 0;
    const Plan free = rt::planner::plan_for(example.roots, example.roots, 4, options);
    options.disabled_passes = {"critical_path"};
    const Plan first = rt::planner::plan_for(example.roots, example.roots, 4, options);
    options.disabled_passes.clear();
    const std::int64_t peak = rt::schedule::plan_peak(first).peak.total();
    if (rt::schedule::plan_peak(free).peak.total() <= peak) continue;
    options.memory_per_rank = peak;
    const Plan kept = rt::planner::plan_for(example.roots, example.roots, 4, options);
    CHECK(kept.overlaps);
    CHECK(kept.peak_memory.value == peak);
    ++exceeding;
  }
  CHECK(exceeding > 0);
}

TEST_CASE("what begins early is saved, and all sites must agree on it") {
  Plan plan = emitted({summed_chain(512, 4)}, 4, slow_network());
  const auto exchange = std::find_if(plan.steps.begin(), plan.steps.end(), [](const auto& step) {
    return step.kind == StepKind::exchange;
  });
  const auto agreed = rt::plan::fingerprint_of_run(plan);
  exchange->early = true;
  CHECK(rt::plan::fingerprint_of_run(plan) != agreed);
  const Plan loaded = rt::plan::load(rt::plan::save(plan), "a text").plan;
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    CHECK(loaded.steps[s].early == plan.steps[s].early);
  }
}

TEST_CASE("the order is close to the best of all orders") {
  const rt::cost::Machine machine = slow_network();
  int compared = 0;
  for (const auto& example : graphs::examples(4)) {
    INFO(example.text);
    const Plan before = emitted(example.roots, 4, machine);
    const EveryOrder every(before, machine);
    if (!every.finished()) continue;
    const rt::cost::Lanes lanes = rt::cost::lanes_of(machine, before);
    const rt::pass::CriticalPath path(before, lanes);
    const double ours = rt::cost::overlapped_seconds(path.plan(), path.lanes());
    CHECK(ours >= every.least() * (1 - 1e-9));
    CHECK(ours <= every.least() * 1.25);
    ++compared;
  }
  CHECK(compared > 3);
}

}  // namespace critical_path_test
