// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::tra {

/// The flops of a node on a box of its label space: as the kernels declare them, or one per element
/// that a rearrangement of blocks touches.
RELATILE_INLINE Flops flops_on(const Node& node, const Box& box);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/flops.hpp"
#endif
