// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/blocks/block_kernels.hpp"

// The derivatives of the library's kernels on blocks, which nobody has to declare, and kernels that
// those of aggregates need.

namespace relatile::kernel {

/// Whether a kernel is an Op, whatever it is called.
template <class Op, class Kernel>
bool is_ready(const Kernel& kernel) {
  return kernel.identity.type == relatile::detail::type_hash<Op>();
}

/// The derivatives of a ready kernel on blocks of one type of elements; none if it is no such, or
/// on other blocks.
RELATILE_INLINE std::vector<BlockPartial> ready_partials(const BlockKernel& kernel,
                                                         const std::vector<BlockType>& operands,
                                                         const BlockType& result);

/// Of any block and one of floats or complex numbers: the second one.
RELATILE_INLINE BlockKernel second_of_two(const ElementType& element);
/// The sum of two blocks of one shape: `add`, of elements whose type is known at run time.
RELATILE_INLINE BlockKernel sum_of_two(const ElementType& element);
/// Of two blocks of one shape: 1 where elements are equal, 0 elsewhere.
RELATILE_INLINE BlockKernel equal_elements(const ElementType& element);
/// Of the cotangent of what is the best of a group of blocks, of one of these, of the best and of
/// how many are as good: the block's share.
RELATILE_INLINE BlockKernel share_of_best(const ElementType& element);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/blocks/impl/ready_partials.hpp"
#endif
