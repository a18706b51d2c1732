// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/tensors/mttkrp.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/core/error.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/sparse/mttkrp.hpp"
#include "relatile/sparse/structure/structure.hpp"
#include "relatile/sparse/tensors/impl/mttkrp_derivatives.hpp"

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

/// Blocks, the columns of factors, and each axis after the first.
inline tra::PieceLabels labels_of_axes(const SparseStructure& s, const Extents& shape,
                                       std::int64_t width) {
  tra::PieceLabels labels = labels_of_blocks(s);
  labels.extents.push_back(width);
  labels.names.push_back("rank");
  for (int axis = 1; axis < shape.rank(); ++axis) {
    labels.extents.push_back(shape[axis]);
    labels.names.push_back("axis" + std::to_string(axis));
    labels.whole.push_back(axis + 1);
  }
  return labels;
}
inline AccessDim rows_along(const SparseStructure& s, int axis) {
  return axis == 0 ? tra::between_cuts(s.rows) : tra::along_label(axis + 1);
}
inline tra::TouchedArray touched_factor(const SparseStructure& s, int axis,
                                        const tra::NodePtr& factor) {
  return {factor, {rows_along(s, axis), tra::along_label(1)}};
}

/// The product of some entries and columns, without its derivatives.
template <class Combine, class Reduce, class T>
tra::NodePtr mttkrp_of_entries(const SparseNodes& nodes, const Extents& shape, int mode,
                               const std::vector<tra::NodePtr>& factors) {
  const SparseStructure& s = *nodes.pattern;
  const std::int64_t width = factors.front()->type.extents[1];
  std::vector<tra::TouchedArray> operands{
      by_rows(s, s.all_counts()), by_entries(s, s.columns.node()), by_entries(s, nodes.values)};
  std::size_t next = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (axis != mode) operands.push_back(touched_factor(s, axis, factors[next++]));
  }
  tra::OnPieces op =
      op_on_rows(s, kernel::mttkrp<Combine, Reduce, T>({{shape.begin(), shape.end()}, mode}),
                 shape.rank() - 1);
  if (mode != 0) {
    op.reduction = std::make_shared<const Reduction>(kernel::make_reduction<Reduce, T>());
  }
  return tra::make_on_pieces(
      labels_of_axes(s, shape, width), operands,
      {element_type_of<T>(), {shape[mode], width}, {rows_along(s, mode), tra::along_label(1)}},
      std::move(op));
}

template <class Combine, class Reduce, class T>
tra::NodePtr mttkrp_node(const SparseNodes& s, const Extents& shape, int mode,
                         const std::vector<tra::NodePtr>& factors) {
  const std::int64_t width = factors.front()->type.extents[1];
  // There is no label space of nothing.
  const bool is_empty = s.pattern->nnz() == 0 || width == 0;
  const T nothing = Reduce::template identity<T>();
  tra::NodePtr product = is_empty ? as_array(full<T, 2>({shape[mode], width}, nothing)).node()
                                  : mttkrp_of_entries<Combine, Reduce, T>(s, shape, mode, factors);
  if constexpr (std::is_same_v<Combine, function::Multiply> &&
                (std::is_floating_point_v<T> || is_complex_v<T>)) {
    return differentiable_mttkrp<T>(std::move(product), s, shape, mode, factors);
  } else {
    return product;
  }
}

template <class T>
tra::NodePtr factors_at_entries(const SparsePattern& pattern, const Extents& shape,
                                const std::vector<tra::NodePtr>& factors) {
  const SparseStructure& s = *pattern;
  std::vector<tra::TouchedArray> operands{by_rows(s, s.all_counts()),
                                          by_entries(s, s.columns.node())};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    operands.push_back(touched_factor(s, axis, factors[static_cast<std::size_t>(axis)]));
  }
  tra::OnPieces op =
      op_on_rows(s, kernel::factors_at_entries<T>({shape.begin(), shape.end()}), shape.rank() - 1);
  op.reduction = std::make_shared<const Reduction>(kernel::make_reduction<kernel::Sum, T>());
  return differentiable_factors<T>(
      tra::make_on_pieces(labels_of_axes(s, shape, factors.front()->type.extents[1]), operands,
                          made_by_entries(s, element_type_of<T>()), std::move(op)),
      pattern, shape, factors);
}

}  // namespace relatile::detail
