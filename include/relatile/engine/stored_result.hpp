// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/engine/local_site.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::engine {

/// What a plan's value is to the node that wanted it, once its last step is done. It shares the
/// memory of the local sites.
inline std::shared_ptr<tra::StoredValue> stored_result(const plan::Plan& plan, int v,
                                                       const std::vector<int>& sites,
                                                       const std::vector<LocalSite>& local,
                                                       const HomePtr& home) {
  auto value = std::make_shared<tra::StoredValue>();
  value->home = home;
  value->number = next_value_number(home);
  const plan::Value& result = nth(plan.values, v);
  value->held = result.placement.table();
  value->placement = result.placement.text;
  value->memory = schedule::memory_of_result(plan, v);
  value->pieces = schedule::pieces_of_result(plan, v);
  value->local_sites = sites;
  for (const auto& one : local) value->local.push_back(one.value(v));
  return value;
}

}  // namespace relatile::engine
