// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "relatile/planner/lshs_objective.hpp"
#include "relatile/planner/paper_objectives.hpp"
#include "relatile/planner/time_objective.hpp"

namespace relatile::planner {

/// What plans can be judged by: seconds on a machine, bytes, and what the papers count.
inline constexpr std::array<std::string_view, 7> objective_names{
    "time", "bytes", "tra_floats", "eindecomp", "spartan", "lshs", "tensorplanner"};

/// Throws UnsupportedPlan for a name that is none of `objective_names`.
inline std::unique_ptr<const Objective> objective_named(const std::string& name,
                                                        const cost::Machine& machine) {
  if (name == "time") return std::make_unique<TimeObjective>(machine);
  if (name == "bytes") return std::make_unique<BytesObjective>();
  if (name == "tra_floats") return std::make_unique<TraFloatsObjective>();
  if (name == "eindecomp") return std::make_unique<EinDecompObjective>();
  if (name == "spartan") return std::make_unique<SpartanObjective>();
  if (name == "lshs") return std::make_unique<LshsObjective>();
  if (name == "tensorplanner") return std::make_unique<TensorPlannerObjective>();
  std::string names;
  for (auto known : objective_names) names += (names.empty() ? "" : ", ") + std::string(known);
  throw UnsupportedPlan("relatile: there is no objective called '" + name + "'; there are " +
                        names);
}

}  // namespace relatile::planner
