// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/known_programs.hpp"

#include <algorithm>

#include "relatile/tra/node.hpp"

namespace relatile::schedule {

RELATILE_INLINE bool fits_any_data(const plan::Plan& plan) {
  return std::all_of(plan.nodes.begin(), plan.nodes.end(), [](const tra::NodePtr& node) {
    return !node->type.block.object && (!node->evaluated() || node->value->pieces.empty());
  });
}

}  // namespace relatile::schedule
