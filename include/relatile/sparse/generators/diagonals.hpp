// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "relatile/array/shapes/joining.hpp"
#include "relatile/sparse/creation.hpp"

// Sparse matrices of several diagonals: scipy's diags_array. All of these are collective.

namespace relatile {

namespace detail {

/// Where diagonal k of a matrix begins, and how many places it has; none of one that lies outside.
struct Diagonal {
  Diagonal(const char* operation, std::int64_t k, const Extents& shape) {
    require_diagonal(operation, k);
    first_row = k < 0 ? -k : 0;
    first_column = k > 0 ? k : 0;
    count = std::max<std::int64_t>(std::min(shape[0] - first_row, shape[1] - first_column), 0);
  }

  std::int64_t first_row = 0;
  std::int64_t first_column = 0;
  std::int64_t count = 0;
};

/// The diagonals of a matrix that `offsets` number.
inline std::vector<Diagonal> diagonals_of(const Extents& shape, std::size_t given,
                                          const std::vector<std::int64_t>& offsets) {
  if (given != offsets.size() || given == 0) {
    throw ShapeMismatch("relatile: diags: " + std::to_string(given) + " diagonals and " +
                        std::to_string(offsets.size()) + " offsets");
  }
  require_sparse_shape("diags", shape);
  std::vector<Diagonal> diagonals;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const std::int64_t k = offsets[i];
    if (std::find(offsets.begin(), offsets.begin() + std::ptrdiff_t(i), k) !=
        offsets.begin() + std::ptrdiff_t(i)) {
      throw ShapeMismatch("relatile: diags: offset " + std::to_string(k) + " is given twice");
    }
    diagonals.emplace_back("diags", k, shape);
  }
  return diagonals;
}

inline void require_length_of_diagonal(std::int64_t length, std::int64_t k, std::int64_t count,
                                       const Extents& shape) {
  if (length == count) return;
  throw ShapeMismatch("relatile: diags: a vector of " + std::to_string(length) +
                      " elements for diagonal " + std::to_string(k) + " of a matrix of shape " +
                      to_string(shape) + ", which has " + std::to_string(count));
}

/// The matrix of vectors that are as long as their diagonals.
template <class T>
SparseArray<T, 2> matrix_of_diagonals(const Extents& shape, const std::vector<Diagonal>& diagonals,
                                      const std::vector<Array<T, 1>>& values, Format format) {
  std::vector<Array<std::int64_t, 1>> rows;
  std::vector<Array<std::int64_t, 1>> columns;
  for (const Diagonal& diagonal : diagonals) {
    const auto along = arange<std::int64_t>(diagonal.count);
    rows.push_back(along + diagonal.first_row);
    columns.push_back(along + diagonal.first_column);
  }
  return from_coordinates(concatenate(rows), concatenate(columns), concatenate(values),
                          {shape[0], shape[1]}, {Duplicates::refused, format});
}

}  // namespace detail

/// The matrix of `shape` with a vector on each of several diagonals: diags({x, y}, {0, 1}, {n, m}),
/// scipy's diags_array([x, y], offsets=[0, 1], shape=(n, m)). Offsets are above the main diagonal
/// for k > 0. By columns it is diags({x, y}, {0, 1}, {n, m}, {.format = Format::csc}).
///
///   errors  ShapeMismatch for a vector that is not as long as its diagonal, for another number of
///           vectors than of offsets, and for an offset that occurs twice
template <class T>
SparseArray<T, 2> diags(std::initializer_list<detail::Listed<T, 1>> diagonals,
                        std::initializer_list<std::int64_t> offsets, const Extent (&shape)[2],
                        const FormatOption& option = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents extents = detail::require_shape<2>("diags", detail::to_extents(shape));
  const std::vector<std::int64_t> numbers(offsets);
  const auto places = detail::diagonals_of(extents, diagonals.size(), numbers);
  std::vector<Array<T, 1>> values;
  for (const auto& diagonal : diagonals) values.emplace_back(diagonal.listed_node());
  for (std::size_t d = 0; d < values.size(); ++d) {
    detail::require_length_of_diagonal(values[d].size(), numbers[d], places[d].count, extents);
  }
  return detail::matrix_of_diagonals(extents, places, values, option.format);
}
/// The square matrix that the first of the vectors fits in.
template <class T>
SparseArray<T, 2> diags(std::initializer_list<detail::Listed<T, 1>> diagonals,
                        std::initializer_list<std::int64_t> offsets,
                        const FormatOption& option = {}, SourceLine line = SourceLine::current()) {
  std::int64_t side = 0;
  if (diagonals.size() > 0 && offsets.size() > 0) {
    const std::int64_t k = *offsets.begin();
    detail::require_diagonal("diags", k);
    const std::int64_t length = diagonals.begin()->listed_node()->type.extents[0];
    detail::require_sparse_shape("diags", {length, length});
    side = length + (k < 0 ? -k : k);
  }
  return diags<T>(diagonals, offsets, {side, side}, option, line);
}
/// The matrix of `shape` whose diagonals have the same number everywhere: diags({-1.0, 2.0, -1.0},
/// {-1, 0, 1}, {n, n}).
///
///   errors  ShapeMismatch for another number of numbers than of offsets, and for an offset that
///           occurs twice
template <class T>
  requires is_scalar_type_v<T>
auto diags(std::initializer_list<T> numbers, std::initializer_list<std::int64_t> offsets,
           const Extent (&shape)[2], const FormatOption& option = {},
           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Element = canonical_t<T>;
  const Extents extents = detail::require_shape<2>("diags", detail::to_extents(shape));
  const auto places = detail::diagonals_of(extents, numbers.size(), offsets);
  std::vector<Array<Element, 1>> values;
  for (const T& number : numbers) {
    values.push_back(full<Element>({places[values.size()].count}, static_cast<Element>(number)));
  }
  return detail::matrix_of_diagonals(extents, places, values, option.format);
}

}  // namespace relatile
