// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/nums22/block_grids.hpp"

#include <algorithm>
#include <cstddef>

#include "relatile/core/nth.hpp"
#include "relatile/papers/nums22/softmax_grid.hpp"

namespace relatile::papers {

RELATILE_INLINE PartitionVector blocks_of(const tra::Node& node,
                                          const std::vector<PartitionVector>& operands,
                                          int num_sites) {
  if (operands.empty()) return papers::nums22::softmax_grid(node.labels, num_sites);
  PartitionVector blocks(node.labels.size(), 1);
  for (std::size_t x = 0; x < node.accesses.size(); ++x) {  // a rekey has none
    for (std::size_t d = 0; d < operands[x].size(); ++d) {
      const int label = node.accesses[x].dims[d].label;
      if (label < 0) continue;
      int& most = nth(blocks, label);
      most = std::max(most, operands[x][d]);
    }
  }
  return blocks;
}

RELATILE_INLINE PartitionVector grid_of_result(const tra::Node& node,
                                               const PartitionVector& blocks) {
  PartitionVector grid;
  for (const auto& dim : node.output.dims) {
    grid.push_back(dim.label < 0 ? 1 : nth(blocks, dim.label));
  }
  return grid;
}

}  // namespace relatile::papers
