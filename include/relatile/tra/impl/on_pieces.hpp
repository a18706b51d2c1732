// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/on_pieces.hpp"

#include <memory>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::tra {

RELATILE_INLINE NodePtr make_on_pieces(const PieceLabels& labels,
                                       const std::vector<TouchedArray>& operands,
                                       const MadeOfPieces& made, OnPieces op) {
  RELATILE_ASSERT(op.work && std::int64_t(op.work->size()) == labels.extents[0] + 1);
  auto node = std::make_shared<Node>();
  node->name = op.kernel->name;
  node->labels = labels.extents;
  node->label_names = labels.names;
  for (const int label : labels.whole) nth(node->whole_label, label) = true;
  for (const auto& [array, dims] : operands) {
    node->inputs.push_back(array);
    node->accesses.push_back({dims});
  }
  node->output.dims = made.dims;
  node->type = array_type(made.element, made.shape);
  set_op(*node, std::move(op));
  for (int l = 0; l < node->labels.rank(); ++l) {
    RELATILE_ASSERT(!node->aggregates(l) || node->reduction() || nth(node->whole_label, l));
  }
  return node;
}

}  // namespace relatile::tra
