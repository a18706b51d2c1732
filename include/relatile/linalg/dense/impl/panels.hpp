// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/panels.hpp"

#include <algorithm>
#include <utility>

#include "relatile/array/shapes/joining.hpp"
#include "relatile/tra/assemble.hpp"

namespace relatile::detail {

RELATILE_INLINE std::vector<Range> panels_of(std::int64_t columns, std::int64_t width) {
  std::vector<Range> panels;
  for (std::int64_t low = 0; low < columns; low += width) {
    panels.push_back({low, std::min(low + width, columns)});
  }
  return panels;
}

RELATILE_INLINE tra::NodePtr part_of_matrix(const tra::NodePtr& x, const Range& rows,
                                            const Range& columns) {
  tra::NodePtr part = x;
  const Extents& shape = x->type.extents;
  if (!(rows == Range{0, shape[0]})) part = part_node("rows", part, 0, rows);
  if (!(columns == Range{0, shape[1]})) part = part_node("columns", part, 1, columns);
  return part;
}

RELATILE_INLINE tra::NodePtr matrix_of_parts(const std::string& name, const ElementType& element,
                                             const Extents& shape,
                                             const std::vector<PlacedMatrix>& parts) {
  std::vector<tra::AssembledPart> placed;
  for (const PlacedMatrix& part : parts) {
    if (volume(part.array->type.extents) == 0) continue;
    placed.push_back({part.array, {part.row, part.column}});
  }
  tra::AssembleFill zero;
  zero.element.assign(element.size, '\0');
  zero.identity.type = hash_of_name("zero");
  zero.identity.pure = true;
  return tra::make_assemble(name, shape, placed, std::move(zero));
}

}  // namespace relatile::detail
