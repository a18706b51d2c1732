// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/plan_history.hpp"

#include <algorithm>
#include <limits>

#include "relatile/planner/plan_for.hpp"

namespace relatile::planner {

RELATILE_INLINE KnownPlanPtr PlanHistory::Form::plan_of(const std::string& offsets) const {
  for (const auto& [those, plan] : plans) {
    if (those == offsets) return plan;
  }
  return nullptr;
}

RELATILE_INLINE void PlanHistory::Form::remember(const std::string& offsets, const Found& found) {
  const auto known = std::find_if(plans.begin(), plans.end(),
                                  [&](const auto& plan) { return plan.first == offsets; });
  if (known != plans.end()) {
    std::rotate(plans.begin(), known, known + 1);
    return;
  }
  if (plans.size() == most_plans) plans.pop_back();
  plans.emplace(plans.begin(), offsets, found.plan);
  if (found.how != How::searched || !found.plan->choice) return;
  dearest = std::max(dearest, found.plan->choice->price().cost);
  if (choices.size() < most_choices) choices.push_back(found.plan->choice);
}

RELATILE_INLINE void PlanHistory::remember(const tra::GraphKey& key, const PlanOptions& options,
                                           const Found& found) {
  ++counts_[static_cast<std::size_t>(found.how)];
  if (!found.plan->programs) return;
  Form* const form = forms_.find(key.form, options);
  if (form) return form->remember(key.offsets, found);
  Form made;
  made.remember(key.offsets, found);
  forms_.remember(key.form, options, std::move(made));
}

RELATILE_INLINE KnownPlanPtr PlanHistory::followed(const Form& form, const PlanOptions& options,
                                                   const std::vector<tra::NodePtr>& graph,
                                                   const std::vector<tra::NodePtr>& results,
                                                   std::int64_t message_limit) {
  if (form.choices.empty()) return nullptr;
  const double most = form.choices.size() < most_choices ? most_above_known * form.dearest
                                                         : std::numeric_limits<double>::infinity();
  auto plan = plan_that_follows(form.choices, most, graph, results, options, message_limit);
  if (!plan) return nullptr;
  return std::make_shared<const KnownPlan>(SearchedPlan{*std::move(plan), nullptr}, graph);
}

}  // namespace relatile::planner
