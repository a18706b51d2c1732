// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/tensors/sparse_tensor.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include "relatile/core/error.hpp"

namespace relatile::detail {

/// How many places axes have, or -1 for more than a matrix numbers.
inline std::int64_t places_of_axes(const Extents& shape, const Extents& axes) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  for (const std::int64_t axis : axes) {
    if (shape[static_cast<int>(axis)] == 0) return 0;
  }
  std::int64_t places = 1;
  for (const std::int64_t axis : axes) {
    const std::int64_t extent = shape[static_cast<int>(axis)];
    if (extent > most / places) return -1;
    places *= extent;
  }
  return places;
}

RELATILE_INLINE Extents matrix_shape(const char* operation, const Extents& shape,
                                     const Extents& rows, const Extents& columns) {
  const auto places = [&](const Extents& axes) {
    const std::int64_t count = places_of_axes(shape, axes);
    if (count >= 0) return count;
    throw ShapeMismatch(std::string("relatile: ") + operation + ": of a sparse array of shape " +
                        to_string(shape) + " axes " + to_string(axes) +
                        " have more than 2^31 - 1 places together, which is how many rows or "
                        "columns are numbered; begin with the longest axis, or keep fewer axes");
  };
  return {places(rows), places(columns)};
}

RELATILE_INLINE Extents stored_shape(const char* operation, const Extents& shape) {
  Extents others;
  for (int axis = 1; axis < shape.rank(); ++axis) others.push_back(axis);
  return matrix_shape(operation, shape, {0}, others);
}

RELATILE_INLINE void require_stored_as(const Extents& stored, const Extents& shape, int rank) {
  const bool ranks_are_equal = shape.rank() == rank;
  if (ranks_are_equal && stored == stored_shape("SparseArray", shape)) return;
  throw ShapeMismatch("relatile: SparseArray: an array of " + std::to_string(rank) +
                      " dimensions and shape " + to_string(shape) +
                      " is not stored as a matrix of shape " + to_string(stored) +
                      ": rows are its first axis, columns the others");
}

RELATILE_INLINE void require_same_tensor_shape(const char* operation, const Extents& a,
                                               const Extents& b) {
  if (a == b) return;
  throw ShapeMismatch(std::string("relatile: ") + operation + ": a sparse array of shape " +
                      to_string(a) + " and an operand of shape " + to_string(b) +
                      "; sparse arrays do not broadcast: give both one shape");
}

RELATILE_INLINE Extents tensor_axes(const char* operation, const Extents& shape,
                                    const Extents& axes) {
  Extents known;
  for (const std::int64_t given : axes) {
    const std::int64_t axis = given < 0 ? given + shape.rank() : given;
    if (axis < 0 || axis >= shape.rank()) {
      throw ShapeMismatch(std::string("relatile: ") + operation + ": axis " +
                          std::to_string(given) + " of a sparse array of shape " +
                          to_string(shape) + "; axes are from " + std::to_string(-shape.rank()) +
                          " to " + std::to_string(shape.rank() - 1));
    }
    for (const std::int64_t before : known) {
      if (before != axis) continue;
      throw ShapeMismatch(std::string("relatile: ") + operation + ": axis " +
                          std::to_string(given) + " is named twice");
    }
    known.push_back(axis);
  }
  return known;
}

}  // namespace relatile::detail
