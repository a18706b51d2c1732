// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/tensors/unfolding.hpp"

#include "relatile/tra/indexing.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr unfold_node(const tra::NodePtr& x, int mode) {
  const Extents& shape = x->type.extents;
  const int axis = normal_axis("unfold", mode, shape.rank());
  std::int64_t columns = 1;
  for (int k = 0; k < shape.rank(); ++k) columns *= k == axis ? 1 : shape[k];
  return reshape_node(moveaxis_node(x, {axis}, {0}), Extents{shape[axis], columns});
}

RELATILE_INLINE tra::NodePtr fold_node(const tra::NodePtr& matrix, int mode, const Extents& shape) {
  const int axis = normal_axis("fold", mode, shape.rank());
  const Extents& from = matrix->type.extents;
  if (volume(from) != volume(shape) || from[0] != shape[axis]) {
    throw ShapeMismatch("relatile: fold: a matrix of shape " + to_string(from) +
                        " is not the unfolding, along mode " + std::to_string(axis) +
                        ", of a tensor of shape " + to_string(shape));
  }
  Extents moved = shape;
  for (int k = axis; k > 0; --k) moved[k] = moved[k - 1];
  moved[0] = shape[axis];
  return moveaxis_node(reshape_node(matrix, moved), {0}, {axis});
}

RELATILE_INLINE tra::Labelling mode_dot_labelling(const Extents& x, const Extents& m, int mode) {
  const int axis = normal_axis("mode_dot", mode, x.rank());
  require_inner("mode_dot", x, axis, m, 1);
  tra::Labelling labelling;
  labelling.operands.resize(2);
  for (int k = 0; k <= x.rank(); ++k) labelling.names.push_back("i" + std::to_string(k));
  for (int k = 0; k < x.rank(); ++k) {
    labelling.operands[0].push_back(k);
    labelling.output.push_back(k == axis ? x.rank() : k);
  }
  labelling.operands[1] = {x.rank(), axis};
  return labelling;
}

}  // namespace relatile::detail
