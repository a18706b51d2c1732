// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sstream>
#include <string>
#include <utility>

#include "relatile/context/backend_functions.hpp"
#include "relatile/context/prepared.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/engine/run.hpp"
#include "relatile/plan/algebra/describe.hpp"
#include "relatile/plan/text/print.hpp"
#include "relatile/plan/verify.hpp"
#include "relatile/planner/lower.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::detail {

RELATILE_INLINE plan::Plan plan_by_hand(const plan::OperatorPtr& root,
                                        const transport::Transport& transport) {
  if (root->sites.num_sites != transport.num_sites()) {
    throw UnsupportedPlan("relatile: this plan is for relations on " +
                          std::to_string(root->sites.num_sites) + " sites, the context has " +
                          std::to_string(transport.num_sites()));
  }
  plan::Plan plan =
      planner::Lowering(transport.num_sites(), transport.message_limit()).lower({root});
  plan::verify(plan);
  return plan;
}

RELATILE_INLINE tra::NodePtr run_operators(const plan::OperatorPtr& root,
                                           transport::Transport& transport) {
  const transport::Operation operation("run of a plan by hand");
  plan::Plan plan;
  const transport::Outcome outcome = transport::attempt([&] {
    plan = plan_by_hand(root, transport);
    require_living_variables(plan.nodes);
  });
  transport::agree(transport, outcome);
  const tra::NodePtr result = nth(plan.nodes, plan.results[0].first);
  if (!result->evaluated()) engine::run(std::move(plan), transport);
  return result;
}

RELATILE_INLINE std::string explain_operators(const plan::OperatorPtr& root,
                                              const transport::Transport& transport) {
  std::ostringstream out;
  out << plan::to_text(root) << '\n';
  plan::print(out, plan_by_hand(root, transport));
  return out.str();
}

}  // namespace relatile::detail
