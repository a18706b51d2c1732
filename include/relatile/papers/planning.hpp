// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/completion.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/planner/space/problem.hpp"

// A paper's planner chooses from the planner's own problem, and in its words.
namespace relatile::papers {

using namespace planner;  // NOLINT(google-build-using-namespace)

}  // namespace relatile::papers
