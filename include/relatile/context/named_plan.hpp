// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"

namespace relatile {

/// Names a plan that cuts einsums along labels, and leaves all else to the optimizer:
///
///   rt::add_plan("megatron", {"h", "f"});             // attention by heads, networks by neurons
///   context.plan_options().planner = "megatron";      // or evaluate(x, {.planner = "megatron"})
///
/// Products and einsums that have a label h are cut along h into as many parts as there are ranks,
/// others that have an f along f. `.planner = "along h, f"` is the same without a name. A program
/// adds what it names once, on all ranks, before it evaluates anything.
///
///   errors  UnsupportedPlan if there is a planner of that name, or no label
RELATILE_INLINE void add_plan(const std::string& name, const std::vector<std::string>& labels);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/context/impl/named_plan.hpp"
#endif
