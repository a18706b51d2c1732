// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/block_operator.hpp"

namespace relatile::tra {

/// Groups blocks by the key dimensions `by` and combines each group with an associative and
/// commutative kernel. The output key is the grouped dimensions in the order given.
///
///   source  [tra21] section 2.1 (1)
RELATILE_INLINE NodePtr make_aggregate(std::string name, const NodePtr& x,
                                       const std::vector<int>& by, BlockCombine combine);

/// The same with `kernel` applied to every block before it is combined: one pass, and no block for
/// what lies between. `block` is the type of the kernel's result.
///
///   source  [tra21] R1-4, second form
RELATILE_INLINE NodePtr make_map_aggregate(std::string name, const NodePtr& x,
                                           const std::vector<int>& by, BlockType block,
                                           const BlockKernel& kernel, BlockCombine combine);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/aggregate.hpp"
#endif
