// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/target.hpp"
#include "relatile/cost/count.hpp"
#include "relatile/plan/check.hpp"
#include "relatile/plan/text/load.hpp"
#include "relatile/program/parse.hpp"
#include "relatile/strategy/classify.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::fuzz {

/// The programs that saved plans are for; `make_plans.cpp` makes the seeds of them.
inline constexpr std::array programs_with_plans{
    "A = input(12, 8) placed split(0)\n"
    "B = input(8, 6) placed split(1)\n"
    "C = einsum(\"ij,jk->ik\", A, B)\n"
    "D = sum(C, axis=0)\n"
    "output D, C\n",
    "A = input(9, 4) placed split(0)\n"
    "B = input(9) placed replicated\n"
    "C = einsum(\"ij,i->j\", A, B)\n"
    "D = map(\"exp\", C)\n"
    "E = A[1:7, ::2]\n"
    "output D, E\n",
};
inline constexpr int sites_of_plans = 3;

inline std::vector<tra::NodePtr> outputs_of_program(std::size_t number) {
  return program::to_graph(program::parse(programs_with_plans.at(number)),
                           {.num_sites = sites_of_plans, .file = "x", .kernels = {}})
      .outputs;
}

inline const std::vector<tra::NodePtr>& nodes_of_program(std::size_t number) {
  static const std::array graphs{tra::topological_order(outputs_of_program(0)),
                                 tra::topological_order(outputs_of_program(1))};
  return graphs.at(number);
}

/// What is done with a plan before it runs: it is checked, and what was left out is found again.
inline void prepare(const plan::Plan& plan) {
  plan::PlanCheck(plan).run();
  for (const plan::Step& step : plan.steps) {
    if (step.kind != plan::StepKind::exchange) continue;
    plan::Exchange again;
    again.reduces = step.exchange.reduces;
    again.transfers = step.exchange.transfers;
    strategy::classify(again, plan.values[static_cast<std::size_t>(step.inputs[0])].placement,
                       plan::output_of(plan, step).placement);
    const tra::Node& node = *plan.nodes[static_cast<std::size_t>(step.node)];
    cost::count(again, node.type, plan.num_sites, plan::default_message_limit);
  }
}

inline std::string with_end(std::string_view body) {
  return std::string(body) + plan::detail::end_of(body);
}

/// The first byte chooses the program that the rest is taken for a plan of. Few bytes that are not
/// written by a program end with their own hash, so it is put there.
inline void saved_plan(std::string_view bytes) {
  const std::vector<tra::NodePtr>& nodes =
      nodes_of_program(take_byte(bytes) % programs_with_plans.size());
  accepted([&] { plan::load(bytes, "x.plan"); });
  accepted([&] {
    plan::SavedPlan saved = plan::load(with_end(bytes), "x.plan");
    if (saved.marks.size() != nodes.size() || saved.plan.num_sites != sites_of_plans) return;
    saved.plan.nodes = nodes;
    prepare(saved.plan);
    const std::string text = plan::save(saved.plan);
    plan::SavedPlan again = plan::load(text, "x.plan");
    again.plan.nodes = nodes;
    require(plan::save(again.plan) == text, "a plan that is saved again is the same");
    prepare(again.plan);
  });
}

}  // namespace relatile::fuzz
