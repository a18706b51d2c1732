// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"

namespace relatile::papers {

/// Adds the papers' planners and objectives to those that are found by name
/// (planner/search/heuristics.hpp, planner/space/objectives.hpp). Returns true, so that a variable
/// can do it before main; once is enough.
RELATILE_INLINE bool add_to_planner();

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/impl/catalogue.hpp"
#endif
