// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/product_bounds.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::cost {

/// The product that a contraction of two whole arrays is: each label in just two of the operands
/// and the result. Labels that all three have, windows, diagonals and broadcasts have no known
/// bound; neither has an order in which many operands are multiplied.
RELATILE_INLINE std::optional<ProductShape> product_of(const tra::Node& node);

/// What the contractions of a plan send, beside the least that any algorithm would, which begins
/// with one copy of the operands, ends with one of the result, and gives no site more work than
/// the plan does. Of those contractions only whose operands the sites hold once before the plan
/// begins: of others somebody else could have made copies, or have brought them together.
///
/// Each bound is of one product computed by itself. They must not be added up over a program: one
/// message may serve two products, and contributions to a result that is only read need not be
/// brought together.
RELATILE_INLINE std::vector<plan::ContractionBound> contraction_bounds(const plan::Plan& plan);

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/contraction_bounds.hpp"
#endif
