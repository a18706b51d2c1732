// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/expr/operators.hpp"

namespace relatile {

/// How a matrix is factored that is larger than what one site should factor alone.
struct PanelOptions {
  std::int64_t panel = 0;  ///< columns of a panel; 0: as suits the matrix
};

namespace detail {

/// What is factored as what: whole numbers and truth values as double.
template <class T>
using factored_t = std::conditional_t<std::is_floating_point_v<T> || is_complex_v<T>, T, double>;

/// Throws ShapeMismatch unless the last two axes are a square.
RELATILE_INLINE void require_square_matrix(const std::string& function, const Extents& shape);
/// Throws ShapeMismatch unless b, a vector or matrices, has as many rows as a, and the axes before
/// matrices broadcast.
RELATILE_INLINE void require_right_side(const std::string& function, const Extents& a,
                                        const Extents& b, bool vector);

/// The columns of a panel: all, where a site does well alone.
RELATILE_INLINE std::int64_t panel_of(std::int64_t n, const PanelOptions& options);

template <ArrayExpression A>
Array<factored_t<element_of<A>>, rank_of<A>> matrix_to_factor(const A& a) {
  static_assert(
      rank_of<A> >= 2,
      "relatile: linear algebra takes matrices, or arrays of them along the last two axes");
  return astype<factored_t<element_of<A>>>(a);
}

}  // namespace detail
}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/dense/impl/shapes.hpp"
#endif
