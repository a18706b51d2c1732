// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"

// The shapes that functions are given: written {3, n} or made before, and checked.

namespace relatile::detail {

/// An Extents that is one already. Braces are not, so they mean one overload only.
template <class S>
concept GivenExtents = std::is_same_v<S, Extents>;

/// An integer where a shape is wanted.
template <class I>
concept ExtentAlone = std::is_integral_v<I>;

/// Throws ShapeMismatch for a shape of another number of dimensions, or with negative extents.
RELATILE_INLINE void check_shape(const std::string& operation, const Extents& shape, int rank);

template <int N>
const Extents& require_shape(const std::string& operation, const Extents& shape) {
  check_shape(operation, shape, N);
  return shape;
}

template <std::size_t N>
Extents to_extents(const Extent (&shape)[N]) {
  static_assert(N <= static_cast<std::size_t>(max_rank),
                "relatile: an array has between 0 and 16 dimensions");
  Extents extents;
  for (const Extent extent : shape) extents.push_back(extent);
  return extents;
}

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/shape.hpp"
#endif
