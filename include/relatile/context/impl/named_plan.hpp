// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/context/named_plan.hpp"

#include "relatile/planner/search/by_rule/plan_along.hpp"

namespace relatile {

RELATILE_INLINE void add_plan(const std::string& name, const std::vector<std::string>& labels) {
  planner::add_plan_along(name, labels);
}

}  // namespace relatile
