// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::detail {

/// The panels that `columns` are cut into, of `width` columns but for the last one.
RELATILE_INLINE std::vector<Range> panels_of(std::int64_t columns, std::int64_t width);

/// Some rows and columns of a matrix, a view.
RELATILE_INLINE tra::NodePtr part_of_matrix(const tra::NodePtr& x, const Range& rows,
                                            const Range& columns);

/// A matrix and where it belongs in a larger one.
struct PlacedMatrix {
  tra::NodePtr array;
  std::int64_t row = 0;
  std::int64_t column = 0;
};
/// A matrix of these parts, later ones in front of earlier ones, and zeros elsewhere.
RELATILE_INLINE tra::NodePtr matrix_of_parts(const std::string& name, const ElementType& element,
                                             const Extents& shape,
                                             const std::vector<PlacedMatrix>& parts);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/dense/impl/panels.hpp"
#endif
