// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::detail {

/// The node, which nobody shares yet, with the rule by which gradients pass on to what it was made
/// of: see tra::Pullback.
template <class Apply>
tra::NodePtr with_pullback(tra::NodePtr node, std::vector<tra::NodePtr> of, Apply apply) {
  node->pullback = std::make_shared<tra::Pullback>(tra::Pullback{std::move(of), std::move(apply)});
  return node;
}

/// The same of what is constant almost everywhere.
RELATILE_INLINE tra::NodePtr without_slope(tra::NodePtr node, const tra::NodePtr& x);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/expr/impl/with_pullback.hpp"
#endif
