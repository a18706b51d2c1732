// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/tensors/mttkrp.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/sparse/structure.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_factor(const Extents& shape, int axis, const Extents& factor,
                                    std::int64_t columns) {
  if (factor[0] == shape[axis] && factor[1] == columns) return;
  throw ShapeMismatch("relatile: mttkrp: factor " + std::to_string(axis) + " of shape " +
                      to_string(factor) + " for a sparse array of shape " + to_string(shape) +
                      ": it has a row for each index of its axis, and as many columns as the "
                      "others, here " +
                      std::to_string(columns));
}

RELATILE_INLINE tra::NodePtr mttkrp_node(const SparseNodes& nodes, const Extents& shape, int mode,
                                         const std::vector<tra::NodePtr>& factors,
                                         PieceKernel kernel, Reduction reduction) {
  const SparseStructure& s = *nodes.pattern;
  tra::PieceLabels labels = labels_of_blocks(s);
  const std::int64_t width = factors.front()->type.extents[1];
  labels.extents.push_back(width);
  labels.names.push_back("rank");
  std::vector<tra::TouchedArray> operands{
      by_rows(s, s.counts.node()), by_entries(s, s.columns.node()), by_entries(s, nodes.values)};
  std::size_t next = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (axis > 0) {
      labels.extents.push_back(shape[axis]);
      labels.names.push_back("axis" + std::to_string(axis));
      labels.whole.push_back(axis + 1);
    }
    if (axis == mode) continue;
    const tra::NodePtr& factor = factors[next++];
    operands.push_back({factor,
                        {axis == 0 ? tra::between_cuts(s.rows) : tra::along_label(axis + 1),
                         tra::along_label(1)}});
  }
  const ElementType element = nodes.values->type.block.element;
  const AccessDim down = mode == 0 ? tra::between_cuts(s.rows) : tra::along_label(mode + 1);
  tra::OnPieces op = op_on_rows(s, std::move(kernel), shape.rank() - 1);
  if (mode != 0) op.reduction = std::make_shared<const Reduction>(std::move(reduction));
  return tra::make_on_pieces(labels, operands,
                             {element, {shape[mode], width}, {down, tra::along_label(1)}},
                             std::move(op));
}

}  // namespace relatile::detail
