// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "weights.hpp"

// The decompositions that EinDecomp is compared with, by the labels that einsums are cut along.

namespace llama {

/// Has all that follows planned as the flags say. What a plan does not name (the weights' places,
/// sums, the cache) is as is cheapest then.
inline void plan_by(const Sizes& sizes, rt::Context& context) {
  rt::add_plan("megatron", {"h", "f"});  // attention by heads, networks by neurons
  rt::add_plan("sequence", {"s", "t"});  // all by tokens; where one is read, by those before it
  rt::add_plan("attention", {"h"});      // attention by heads
  context.plan_options().planner = sizes.plan;
  context.plan_options().objective = sizes.objective;
}

}  // namespace llama
