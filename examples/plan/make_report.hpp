// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <relatile/program/graph.hpp>

#include "report.hpp"
#include "request.hpp"

/// The names of all planners, and of all objectives, for people.
std::string all_planner_names();
std::string all_objective_names();

/// Plans the outputs of a graph, a sketch on `request.sites` sites, by every planner that the
/// request names.
///
///   errors  relatile::Error for names that do not exist, a file of a machine that can't be read,
///           and a plan that needs more memory than there is
PlanReport make_report(const relatile::program::Graph& graph, const Request& request);
