// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/problem.hpp"

namespace relatile::planner {

/// A way to choose a plan.
struct Planner {
  std::string_view name;
  std::string_view description;  ///< one line
  Assignment (*plan)(const Problem&);
};

/// The planners that go by a fixed rule. The optimum starts from them where it can't be found
/// exactly.
RELATILE_INLINE const std::vector<Planner>& heuristics();

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/heuristics.hpp"
#endif
