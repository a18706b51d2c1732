// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// The planners and objectives of the papers, to compare with: a program that includes this finds
// them by name, `context.plan_options().planner = "spartan"`. docs/planners.md lists them.

#include "relatile/papers/catalogue.hpp"

namespace relatile::papers {

inline const bool added = add_to_planner();

}  // namespace relatile::papers
