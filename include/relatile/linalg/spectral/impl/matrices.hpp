// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/matrices.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr block_of_matrices(const tra::NodePtr& a, const Range& rows,
                                               const Range& columns) {
  const Extents& shape = a->type.extents;
  const int rank = shape.rank();
  tra::NodePtr part = a;
  if (!(rows == Range{0, shape[rank - 2]})) part = part_node("rows", part, rank - 2, rows);
  if (!(columns == Range{0, shape[rank - 1]})) part = part_node("columns", part, rank - 1, columns);
  return part;
}

RELATILE_INLINE Extents shape_of_vectors(const Extents& a, std::int64_t count) {
  Extents shape;
  for (int d = 0; d + 2 < a.rank(); ++d) shape.push_back(a[d]);
  shape.push_back(count);
  return shape;
}
RELATILE_INLINE Extents shape_of_matrices(const Extents& a, std::int64_t rows,
                                          std::int64_t columns) {
  Extents shape = shape_of_vectors(a, rows);
  shape.push_back(columns);
  return shape;
}

RELATILE_INLINE tra::NodePtr row_of_matrices(const tra::NodePtr& a, std::int64_t row,
                                             const Range& columns) {
  return reshape_node(block_of_matrices(a, {row, row + 1}, columns),
                      shape_of_vectors(a->type.extents, columns.high - columns.low));
}

}  // namespace relatile::detail
