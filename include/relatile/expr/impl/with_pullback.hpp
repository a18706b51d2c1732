// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/with_pullback.hpp"

#include <utility>
#include <vector>

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr without_slope(tra::NodePtr node, const tra::NodePtr& x) {
  return with_pullback(std::move(node), {x},
                       [](const tra::NodePtr&, const std::vector<tra::NodePtr>&,
                          const tra::NodePtr&) { return std::vector<tra::NodePtr>(1); });
}

}  // namespace relatile::detail
