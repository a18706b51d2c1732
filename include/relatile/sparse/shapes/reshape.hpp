// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/sparse/along_axis.hpp"
#include "relatile/sparse/creation.hpp"
#include "relatile/sparse/selecting.hpp"

// The entries of a sparse matrix at other places. All of these are collective.

namespace relatile {

namespace detail {

/// The shape that reshape is asked for, where an extent may be -1.
///
///   errors  ShapeMismatch for another number of places, naming the array as of `kind`
inline Extents reshaped_shape(const std::string& kind, const Extents& from, const Extents& asked) {
  const Extents wanted = inferred_shape(from, asked);
  if (wanted.rank() == 2) require_sparse_shape("reshape", wanted);
  if (volume(wanted) == volume(from)) return wanted;
  throw ShapeMismatch("relatile: reshape: a sparse " + kind + " of shape " + to_string(from) +
                      " has not as many places as one of shape " + to_string(wanted));
}

}  // namespace detail

/// The elements in row-major order under another shape of two dimensions: scipy's reshape. One
/// extent may be -1: what is left.
///
///   errors  ShapeMismatch for a shape of another number of places, or of more than 2^31 - 1 rows
///           or columns
template <class T>
SparseArray<T, 2> reshape(const SparseArray<T, 2>& s, const Extent (&shape)[2],
                          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents extents = detail::reshaped_shape("matrix", s.shape(), detail::to_extents(shape));
  const auto [rows, columns, values] = coordinates(s);
  const Array<std::int64_t, 1> places = rows * s.shape(1) + columns;
  const std::int64_t width = extents[1] > 0 ? extents[1] : 1;
  return from_coordinates(floor_divide(places, width), places % width, values,
                          {extents[0], extents[1]}, Duplicates::refused);
}

namespace detail {

/// Entries whose rows, or with axis 1 columns, are elsewhere.
template <class T, class Move>
SparseArray<T, 2> moved_along(const SparseArray<T, 2>& s, int axis, const Move& move) {
  const auto [rows, columns, values] = coordinates(s);
  const Extents& shape = s.shape();
  const Array<std::int64_t, 1> down = axis == 0 ? as_array(move(rows)) : rows;
  const Array<std::int64_t, 1> across = axis == 1 ? as_array(move(columns)) : columns;
  return from_coordinates(down, across, values, {shape[0], shape[1]}, Duplicates::refused);
}

}  // namespace detail

/// The rows, or with axis 1 the columns, in reverse order: numpy.flip(s, axis).
///
///   errors  ShapeMismatch for an axis that a matrix lacks
template <class T>
SparseArray<T, 2> flip(const SparseArray<T, 2>& s, int axis,
                       SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const int at = detail::sparse_axis("flip", axis);
  const std::int64_t last = s.shape(at) - 1;
  return detail::moved_along(s, at, [last](const auto& index) { return last - index; });
}

/// The rows, or with axis 1 the columns, `shift` places further, and round from the last to the
/// first: numpy.roll(s, shift, axis).
///
///   errors  ShapeMismatch for an axis that a matrix lacks
template <class T>
SparseArray<T, 2> roll(const SparseArray<T, 2>& s, std::int64_t shift, int axis,
                       SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const int at = detail::sparse_axis("roll", axis);
  const std::int64_t extent = s.shape(at) > 0 ? s.shape(at) : 1;
  const std::int64_t further = (shift % extent + extent) % extent;
  return detail::moved_along(s, at, [=](const auto& index) { return (index + further) % extent; });
}

}  // namespace relatile
