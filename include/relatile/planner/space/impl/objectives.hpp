// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/objectives.hpp"

#include "relatile/core/error.hpp"
#include "relatile/planner/space/time_objective.hpp"

namespace relatile::planner {

namespace detail {

inline std::vector<NamedObjective>& known_objectives() {
  static std::vector<NamedObjective> all{
      {"time",
       [](const cost::Machine& machine) -> std::unique_ptr<const Objective> {
         return std::make_unique<TimeObjective>(machine);
       }},
      {"bytes", [](const cost::Machine&) -> std::unique_ptr<const Objective> {
         return std::make_unique<BytesObjective>();
       }}};
  return all;
}

}  // namespace detail

RELATILE_INLINE const std::vector<NamedObjective>& objectives() {
  return detail::known_objectives();
}

RELATILE_INLINE void add_objective(const NamedObjective& objective) {
  for (const NamedObjective& known : objectives()) {
    if (known.name != objective.name) continue;
    throw UnsupportedPlan("relatile: there is an objective called '" + std::string(known.name) +
                          "' already");
  }
  detail::known_objectives().push_back(objective);
}

RELATILE_INLINE std::unique_ptr<const Objective> objective_named(const std::string& name,
                                                                 const cost::Machine& machine) {
  std::string names;
  for (const NamedObjective& known : objectives()) {
    if (known.name == name) return known.make(machine);
    names += (names.empty() ? "" : ", ") + std::string(known.name);
  }
  throw UnsupportedPlan("relatile: there is no objective called '" + name + "'; there are " +
                        names +
                        " (the papers' are known to programs that include <relatile/papers.hpp>)");
}

}  // namespace relatile::planner
