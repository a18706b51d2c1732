// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/extents.hpp"

namespace relatile::papers::nums22 {

/// The node that a block of an array goes to: cyclic in every axis over a grid of nodes. Node grid
/// (g1, g2): block (i, j) is on node (i % g1) g2 + j % g2.
///
///   shapes  the node grid has as many axes as the block's key
///   source  [nums22] section 3
inline int node_of_block(const Key& block, const Extents& node_grid) {
  Key at = block;
  for (int d = 0; d < block.rank(); ++d) at[d] = block[d] % node_grid[d];
  return static_cast<int>(linear_index(at, node_grid));
}

/// The worker of its node that a block goes to: round-robin over the node's blocks in row-major
/// order.
///
///   4 x 4 blocks on (2, 2) nodes of 4 workers: block (2, 3) is the fourth on node 1, after (0, 1),
///   (0, 3) and (2, 1), so worker 3 has it.
///
///   source  [nums22] section 3
inline int worker_of_block(const Key& block, const Extents& array_grid, const Extents& node_grid,
                           int workers_per_node) {
  Key among = block;  // the block's place among those of its node, and how many these are
  Extents count = array_grid;
  for (int d = 0; d < block.rank(); ++d) {
    const std::int64_t first = block[d] % node_grid[d];
    among[d] = block[d] / node_grid[d];
    count[d] = (array_grid[d] - first + node_grid[d] - 1) / node_grid[d];
  }
  return static_cast<int>(linear_index(among, count) % workers_per_node);
}

}  // namespace relatile::papers::nums22
