// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/named_plans.hpp"

namespace relatile::planner {

RELATILE_INLINE bool is_plan_name(std::string_view name) {
  for (auto known : plan_names) {
    if (known == name) return true;
  }
  return false;
}

RELATILE_INLINE std::string all_plan_names() {
  std::string names;
  for (auto name : plan_names) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

RELATILE_INLINE std::string plan_name(const tra::Node& node, const placement::Layout& layout) {
  if (node.inputs.size() != 2) return "";
  bool any = false;
  bool left_split = false;  // some split label indexes the left operand
  bool right_split = false;
  bool left_copied = false;  // some split label does not
  bool right_copied = false;
  bool all_shared_sums = true;
  bool all_shared_kept = true;
  for (const auto& axis : layout.axes) {
    if (axis.size == 1 || axis.label < 0) continue;
    any = true;
    const bool left = node.accesses[0].has_label(axis.label);
    const bool right = node.accesses[1].has_label(axis.label);
    left_split = left_split || left;
    right_split = right_split || right;
    left_copied = left_copied || !left;
    right_copied = right_copied || !right;
    all_shared_sums = all_shared_sums && left && right && node.aggregates(axis.label);
    all_shared_kept = all_shared_kept && left && right && !node.aggregates(axis.label);
  }
  if (!any) return "one_site";
  if (all_shared_sums) return "cross_product";
  if (all_shared_kept) return "co_partitioned";
  if (left_copied && right_copied) return "replicate";
  if (left_copied && !left_split) return "broadcast_left";
  if (right_copied && !right_split) return "broadcast_right";
  return "mixed";
}

}  // namespace relatile::planner
