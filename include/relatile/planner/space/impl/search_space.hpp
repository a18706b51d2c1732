// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/search_space.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "relatile/core/access.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/space/named_plans.hpp"
#include "relatile/planner/space/thinning.hpp"
#include "relatile/planner/space/work_in_place.hpp"
#include "relatile/tra/flops.hpp"

namespace relatile::planner::detail {

RELATILE_INLINE void sort_by_preference(std::vector<WeighedVector>& assignments,
                                        const Extents& labels) {
  const auto preference = [&](const placement::PartitionVector& d) {
    std::int64_t cut = 0;
    for (int l = 0; l < labels.rank(); ++l) cut += (nth(d, l) - 1) * labels[l];
    return cut;
  };
  sort_stably(assignments, [&](const WeighedVector& a, const WeighedVector& b) {
    const std::int64_t cut_a = preference(a.d);
    const std::int64_t cut_b = preference(b.d);
    return cut_a != cut_b ? cut_a > cut_b : a.d > b.d;
  });
}

RELATILE_INLINE std::vector<placement::PartitionVector> vectors_worth_pricing(
    const Extents& labels, const std::array<bool, max_rank>& whole, int num_sites, Idling idling,
    bool small) {
  std::vector<WeighedVector> assignments;
  for (auto& d : placement::partition_vectors(labels, whole, num_sites)) {
    const double share = placement::largest_share(d, labels);
    assignments.push_back({std::move(d), share});
  }
  sort_by_preference(assignments, labels);
  double best = assignments.front().share;
  for (const auto& assignment : assignments) best = std::min(best, assignment.share);
  std::vector<placement::PartitionVector> kept;
  for (auto& assignment : assignments) {
    const bool idle =
        idling == Idling::allowed && placement::is_power_of_two(product_of(assignment.d));
    if (small || idle || assignment.share <= balance_slack * best)
      kept.push_back(std::move(assignment.d));
  }
  return kept;
}

RELATILE_INLINE void throw_no_plan(const tra::Node& node, int num_sites) {
  throw UnsupportedPlan("relatile: " + node.name + " has no plan called '" + node.pins.plan +
                        "' on " + std::to_string(num_sites) + " sites with label extents " +
                        to_string(node.labels));
}

RELATILE_INLINE std::vector<placement::Layout> layouts_in_orders(
    const std::vector<placement::PartitionVector>& vectors, const std::vector<int>& ranks) {
  std::size_t all_orders = 0;
  for (const auto& d : vectors) {
    std::size_t orders = 1;
    for (int k = placement::num_cut(d); k > 1; --k) orders *= static_cast<std::size_t>(k);
    all_orders += orders;
  }
  std::vector<placement::Layout> layouts;
  for (const auto& d : vectors) {
    if (all_orders > most_layouts_in_all_orders) {
      layouts.push_back(placement::layout_of(d, ranks));
    } else {
      for (auto& layout : placement::layouts_of(d)) layouts.push_back(std::move(layout));
    }
  }
  return layouts;
}

RELATILE_INLINE std::vector<placement::PartitionVector> pinned_vectors(const tra::Node& node,
                                                                       int num_sites) {
  if (!is_plan_name(node.pins.plan)) {
    throw UnsupportedPlan("relatile: there is no plan called '" + node.pins.plan + "'; there are " +
                          all_plan_names());
  }
  std::vector<WeighedVector> assignments;
  for (auto& d : placement::partition_vectors(node.labels, node.whole_label, num_sites)) {
    const placement::Layout probe = placement::layouts_of(d).front();
    if (num_sites > 1 && plan_name(node, probe) != node.pins.plan) continue;
    const double share = placement::largest_share(d, node.labels);
    assignments.push_back({std::move(d), share});
  }
  if (assignments.empty()) throw_no_plan(node, num_sites);
  sort_by_preference(assignments, node.labels);
  double best = assignments.front().share;
  for (const auto& assignment : assignments) best = std::min(best, assignment.share);
  std::vector<placement::PartitionVector> kept;
  for (auto& assignment : assignments) {
    if (assignment.share <= balance_slack * best) kept.push_back(std::move(assignment.d));
  }
  return kept;
}

}  // namespace relatile::planner::detail

namespace relatile::planner {

RELATILE_INLINE std::vector<placement::Layout> layouts_worth_pricing(const tra::Node& node,
                                                                     int num_sites,
                                                                     const Objective& objective,
                                                                     const std::vector<int>& ranks,
                                                                     bool& complete) {
  if (!node.pins.plan.empty()) {
    return detail::layouts_in_orders(detail::pinned_vectors(node, num_sites), ranks);
  }
  const Idling idling = objective.idling();
  const bool small = tra::flops_on(node, Box::whole(node.labels)).value <= small_work;
  auto vectors =
      detail::vectors_worth_pricing(node.labels, node.whole_label, num_sites, idling,
                                    small && num_sites <= placement::every_product_up_to);
  detail::keep_usual_and_cheaper(node, num_sites, objective, vectors);
  const std::size_t num_vectors = vectors.size();
  detail::keep_beam(node, num_sites, vectors);
  complete = vectors.size() == num_vectors;
  std::vector<placement::Layout> layouts = detail::layouts_in_orders(vectors, ranks);
  const bool repeated = may_be_repeated(node);
  if (repeated) {
    for (auto& layout : repeated_in_groups(node, num_sites)) {
      layouts.push_back(std::move(layout));
    }
  }
  if ((small || repeated) && num_sites > 1) {
    layouts.push_back(placement::Layout({{num_sites, -1, 0}}));
    if (small && num_sites > placement::every_product_up_to && idling == Idling::balanced) {
      layouts.push_back({});
    }
  }
  return layouts;
}

RELATILE_INLINE NodeSpace compute_space(const tra::Node& node, int num_sites,
                                        const Objective& objective, const std::vector<int>& ranks) {
  NodeSpace space;
  space.needs.resize(node.inputs.size());
  for (const auto& layout :
       layouts_worth_pricing(node, num_sites, objective, ranks, space.complete)) {
    add_candidates(space, node, layout, num_sites);
  }
  return space;
}

RELATILE_INLINE bool is_spread(const placement::Sharding& sharding, const Extents& extents) {
  const double elements = static_cast<double>(volume(extents));
  double longest = 1;
  for (std::size_t d = 0; d < sharding.dims.size(); ++d) {
    const auto& dim = sharding.dims[d];
    const std::int64_t parts = dim.parts();
    const std::int64_t extent = std::min(dim.label_extent, extents[static_cast<int>(d)]);
    const std::int64_t part = (dim.label_extent + parts - 1) / parts;
    const std::int64_t values = dim.access.label < 0 ? 1 : std::min(part, extent);
    longest *= static_cast<double>(values * dim.access.width);
  }
  const double even = std::max(elements / sharding.num_sites, 1.0);
  return longest <= storage_slack * even;
}

RELATILE_INLINE NodeSpace free_input_space(const tra::Node& node, int num_sites,
                                           const std::vector<int>& ranks) {
  NodeSpace space;
  std::vector<std::string> names;
  for (int d = 0; d < node.type.rank(); ++d) names.push_back(std::to_string(d));
  const Access identity = Access::identity(node.type.rank());
  auto vectors =
      detail::vectors_worth_pricing(node.type.extents, {}, num_sites, Idling::balanced, false);
  // What readers on other numbers of sites need is offered as parts of their needs.
  detail::keep_usual(node.type.extents, num_sites, vectors);
  for (const auto& layout : detail::layouts_in_orders(vectors, ranks)) {
    index_in(space.states, placement::sharding_of(layout, node.type.extents, identity, num_sites,
                                                  placement_text(layout, identity, names)));
  }
  return space;
}

}  // namespace relatile::planner
