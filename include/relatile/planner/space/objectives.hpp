// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/planner/space/objective.hpp"

namespace relatile::planner {

/// What plans can be judged by, by its name.
struct NamedObjective {
  std::string_view name;
  std::unique_ptr<const Objective> (*make)(const cost::Machine&);
};

/// All objectives: to begin with `time`, in seconds on a machine, and `bytes`.
RELATILE_INLINE const std::vector<NamedObjective>& objectives();

/// One more of them; before main, or while no other thread plans. Its name must live as long as the
/// program.
///
///   errors  UnsupportedPlan if there is one of that name
RELATILE_INLINE void add_objective(const NamedObjective& objective);

/// Throws UnsupportedPlan for a name that is none of theirs.
RELATILE_INLINE std::unique_ptr<const Objective> objective_named(const std::string& name,
                                                                 const cost::Machine& machine);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/objectives.hpp"
#endif
