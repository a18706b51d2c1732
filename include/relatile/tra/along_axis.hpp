// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/units.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::tra {

/// What a function makes of lines.
struct LineResult {
  ElementType element;
  std::int64_t count = 0;  ///< elements of each
  /// Instead, where those of blocks are between.
  std::shared_ptr<const std::vector<std::int64_t>> cuts = nullptr;
};

/// `kernel` applied to every line of array `x` along `axis`, which each site needs whole: the other
/// axes may be cut. The result has `result.count` elements along that axis. With a `table`, a
/// vector, every line is given all of that as its second operand.
RELATILE_INLINE NodePtr make_along_axis(const NodePtr& x, int axis, LineKernel kernel,
                                        const LineResult& result, Flops flops_per_element,
                                        const NodePtr& table = nullptr);

/// The blocks that an axis is cut into, of which sites have whole ones.
struct AxisBlocks {
  AccessDim dim;  ///< how the axis is read by the numbers of blocks
  std::int64_t count = 0;
};
/// So many even parts: cut evenly into a divisor of their number, the axis is cut between blocks.
RELATILE_INLINE AxisBlocks even_blocks(int axis, std::int64_t extent, std::int64_t count);
/// Blocks between `cuts`, the first of which is 0 and the last one the axis' extent.
RELATILE_INLINE AxisBlocks blocks_between(int axis, std::vector<std::int64_t> cuts);

/// `count` elements of every block of the lines along `axis`, one block's after another's. With a
/// `table`, a vector, every block is given all of that, or its own block of it.
RELATILE_INLINE NodePtr make_of_blocks(const NodePtr& x, int axis, const AxisBlocks& blocks,
                                       LineKernel kernel, const LineResult& result,
                                       Flops flops_per_element, const NodePtr& table = nullptr,
                                       const AxisBlocks* of_table = nullptr);

/// As many elements of every block; with `before`, which has one element for each, from that.
RELATILE_INLINE NodePtr make_along_blocks(const NodePtr& x, int axis, const AxisBlocks& blocks,
                                          const NodePtr& before, LineKernel kernel,
                                          Flops flops_per_element);

/// Of every block as many elements as `kept` has for it, whose blocks of a second operand, a vector
/// along the axis, say which. The elements of several blocks follow each other, and sites that have
/// a block make what is kept of it.
RELATILE_INLINE NodePtr make_kept_of_blocks(const NodePtr& x, int axis, const AxisBlocks& blocks,
                                            const NodePtr& which,
                                            const std::vector<std::int64_t>& kept,
                                            LineKernel kernel);
/// The reverse: lines along the axis of which every block is made of as many elements as `kept` has
/// for it, by blocks of the second operand.
RELATILE_INLINE NodePtr make_filled_blocks(const NodePtr& x, int axis, const AxisBlocks& blocks,
                                           const NodePtr& which,
                                           const std::vector<std::int64_t>& kept,
                                           LineKernel kernel);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/along_axis.hpp"
#endif
