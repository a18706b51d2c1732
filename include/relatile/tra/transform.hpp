// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/block_operator.hpp"

namespace relatile::tra {

/// Applies `kernel` to every block; keys stay.
///
///   source  [tra21] section 2.1 (5)
RELATILE_INLINE NodePtr make_transform(std::string name, const NodePtr& x, BlockType block,
                                       BlockKernel kernel);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/transform.hpp"
#endif
