// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <relatile/passes/passes.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/planner/space/objectives.hpp>
#include <relatile/planner/space/problem.hpp>
#include <vector>

namespace relatile::test {

/// The plan that the search chooses by the sum of its steps' seconds, after all passes, whatever
/// another one would gain by overlap.
inline plan::Plan cheapest_by_sum(const std::vector<tra::NodePtr>& roots, int sites,
                                  const planner::PlanOptions& options) {
  const auto objective = planner::objective_named("time", options.machine);
  const planner::Problem problem(roots, sites, *objective);
  const auto chosen = planner::plan_by_name("optimal", problem);
  const auto limit = plan::default_message_limit;
  return pass::run_passes(planner::Emitter(problem, chosen, limit).emit(roots),
                          planner::pass_options(options, limit));
}

}  // namespace relatile::test
