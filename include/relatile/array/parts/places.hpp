// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "relatile/array/creation.hpp"
#include "relatile/array/parts/compress.hpp"
#include "relatile/array/parts/update.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"

// Numbers of elements in row-major order, and their coordinates.

namespace relatile {

/// The coordinates of elements by their row-major numbers in an array of `shape`, an array for each
/// axis: numpy.unravel_index.
///
///   errors  KernelError on all ranks, when it is computed, for a number that the shape has not
template <detail::IndexArray I, std::size_t N>
auto unravel_index(const I& numbers, const Extent (&shape)[N],
                   SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents extents = detail::require_shape<int(N)>("unravel_index", detail::to_extents(shape));
  const auto all_numbers =
      as_array(vectorize(detail::PlaceFromStart{volume(extents)},
                         {.name = "unravel_index"})(astype<std::int64_t>(numbers)));
  std::array<Array<std::int64_t, rank_of<I>>, N> coordinates;
  for (int d = 0; d < int(N); ++d) {
    coordinates[std::size_t(d)] = detail::coordinate_of(all_numbers, extents, d);
  }
  return coordinates;
}
/// The row-major numbers of elements of an array of `shape` by their coordinates, an array for each
/// axis: numpy.ravel_multi_index.
template <int R, std::size_t N>
Array<std::int64_t, R> ravel_multi_index(const std::array<Array<std::int64_t, R>, N>& coordinates,
                                         const Extent (&shape)[N],
                                         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents steps = row_major_strides(
      detail::require_shape<int(N)>("ravel_multi_index", detail::to_extents(shape)));
  Array<std::int64_t, R> numbers = coordinates[0] * steps[0];
  for (std::size_t d = 1; d < N; ++d) numbers = numbers + coordinates[d] * steps[int(d)];
  return numbers;
}
/// The coordinates of the main diagonal of an n x n matrix: numpy.diag_indices.
std::array<Array<std::int64_t, 1>, 2> diag_indices(std::int64_t n,
                                                   SourceLine line = SourceLine::current());
/// The coordinates of diagonal k of an n x n matrix and of all below it: numpy.tril_indices.
/// Collective.
std::array<Array<std::int64_t, 1>, 2> tril_indices(std::int64_t n, std::int64_t k = 0,
                                                   SourceLine line = SourceLine::current());
/// The coordinates of diagonal k of an n x n matrix and of all above it: numpy.triu_indices.
/// Collective.
std::array<Array<std::int64_t, 1>, 2> triu_indices(std::int64_t n, std::int64_t k = 0,
                                                   SourceLine line = SourceLine::current());
/// A matrix with `value` on its main diagonal: numpy.fill_diagonal, but a new array.
template <ArrayExpression E>
[[nodiscard("makes a new array: x = fill_diagonal(x, value)")]] auto fill_diagonal(
    const E& x, const element_of<E>& value, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 2, "relatile: fill_diagonal: of a matrix");
  const Extents shape = shape_of(x);
  return as_array(where(eye<bool>(shape[0], shape[1]), value, x));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/places.hpp"
#endif
