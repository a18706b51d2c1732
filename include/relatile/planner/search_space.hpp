// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "relatile/cost/work.hpp"
#include "relatile/planner/candidate.hpp"
#include "relatile/planner/named_plans.hpp"

namespace relatile::planner {

/// Nodes of no more flops than this may run on one site, or on every site at once: dividing or
/// repeating them costs less than a message.
inline constexpr std::int64_t small_work = 1 << 16;

/// A candidate may leave at most this share of work above the best-balanced one: sites may idle
/// where that saves bytes, but never most of them.
inline constexpr double balance_slack = 1.25;

/// The node's layouts worth pricing: every factorisation of the sites over its labels, in every
/// order of the mesh axes, that keeps the work balanced. A pinned plan keeps only its own layouts,
/// balanced as well as that plan allows.
inline std::vector<placement::Layout> layouts_worth_pricing(const tra::Node& node, int num_sites) {
  if (!node.pinned_plan.empty() && !is_plan_name(node.pinned_plan)) {
    throw UnsupportedPlan("relatile: there is no plan called '" + node.pinned_plan +
                          "'; there are " + all_plan_names());
  }
  struct Choice {
    placement::PartitionVector d;
    double share;
  };
  std::vector<Choice> choices;
  for (auto& d : placement::partition_vectors(node.labels, node.whole_label, num_sites)) {
    if (!node.pinned_plan.empty() && num_sites > 1) {
      const placement::Layout probe = placement::layouts_of(d).front();
      if (plan_name(node, probe) != node.pinned_plan) continue;
    }
    const double share = placement::largest_share(d, node.labels);
    choices.push_back({std::move(d), share});
  }
  if (choices.empty()) {
    throw UnsupportedPlan("relatile: " + node.name + " has no plan called '" + node.pinned_plan +
                          "' on " + std::to_string(num_sites) + " sites with label extents " +
                          to_string(node.labels));
  }
  // Where bytes and balance are equal the first one wins: long axes are cut rather than short ones,
  // earlier axes rather than later ones.
  const auto preference = [&](const placement::PartitionVector& d) {
    std::int64_t cut = 0;
    for (int l = 0; l < node.labels.rank(); ++l) {
      cut += (d[static_cast<std::size_t>(l)] - 1) * node.labels[l];
    }
    return cut;
  };
  std::stable_sort(choices.begin(), choices.end(), [&](const Choice& a, const Choice& b) {
    const std::int64_t cut_a = preference(a.d);
    const std::int64_t cut_b = preference(b.d);
    return cut_a != cut_b ? cut_a > cut_b : a.d > b.d;
  });
  double best = choices.front().share;
  for (const auto& choice : choices) best = std::min(best, choice.share);
  const bool small =
      cost::flops_on(node, Box::whole(node.labels)).value <= small_work && node.pinned_plan.empty();
  std::vector<placement::Layout> layouts;
  for (const auto& choice : choices) {
    if (!small && choice.share > balance_slack * best) continue;
    for (auto& layout : placement::layouts_of(choice.d)) layouts.push_back(std::move(layout));
  }
  if (small && num_sites > 1) layouts.push_back({{{num_sites, -1}}});
  return layouts;
}

inline std::vector<Candidate> search_space(const tra::Node& node, int num_sites) {
  std::vector<Candidate> all;
  for (const auto& layout : layouts_worth_pricing(node, num_sites)) {
    for (auto& candidate : candidates_of(node, layout, num_sites)) {
      all.push_back(std::move(candidate));
    }
  }
  return all;
}

}  // namespace relatile::planner
