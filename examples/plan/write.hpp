// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>

#include <relatile/program/program.hpp>

#include "report.hpp"

/// A table for each planner, for people.
void write_text(std::ostream& out, const PlanReport& report);
void write_json(std::ostream& out, const PlanReport& report);
/// A graph of the program for each planner, for Graphviz (`dot -Tsvg`).
void write_dot(std::ostream& out, const PlanReport& report,
               const relatile::program::Program& program);
