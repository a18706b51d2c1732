// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// An einsum of many operands of whose result a slice is read.
struct SlicedEinsum {
  tra::NodePtr einsum;  ///< of slices of the operands; null if all of every label is read
  tra::NodePtr rest;    ///< what is left of the view, such as a diagonal, or an axis that goes
};
RELATILE_INLINE SlicedEinsum slice_einsum(const tra::Node& view, const tra::Node& einsum);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/slice_einsum.hpp"
#endif
