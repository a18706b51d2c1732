// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// An einsum of many operands of whose result a slice is read: with slices of the operands, and
/// what is left of the view, such as a diagonal or an axis that goes. Null if no operand gets
/// smaller.
RELATILE_INLINE tra::NodePtr slice_einsum(const tra::Node& view, const tra::Node& einsum);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/slice_einsum.hpp"
#endif
