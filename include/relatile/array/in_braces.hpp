// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>

#include "relatile/array/from_data.hpp"
#include "relatile/core/definitions.hpp"

// numpy.array of numbers in braces, which all ranks write. The element type is theirs, as C++ has
// it, or one that is named: array<double>({1, 2}).

namespace relatile {

namespace detail {

/// Throws ShapeMismatch for a row of another length than the first one.
RELATILE_INLINE void require_row(std::int64_t length, std::int64_t of_first);

/// Numbers in braces: their shape, and all of them in row-major order.
template <class T>
class Braces {
 public:
  explicit Braces(int dimensions) : shape_(Extents::filled(dimensions, -1)) {}

  void add(std::span<const T> row, int axis) {
    add_length(std::ssize(row), axis);
    for (const T& element : row) elements_.add(element);
  }
  template <class Row>
  void add(std::span<const std::initializer_list<Row>> rows, int axis) {
    add_length(std::ssize(rows), axis);
    for (const auto& row : rows) add(std::span(row.begin(), row.size()), axis + 1);
  }
  template <int N>
  Array<T, N> array(const SourceLine& line) const {
    return elements_.template shaped<N>("array", shape_, line);
  }

 private:
  void add_length(std::int64_t length, int axis) {
    if (shape_[axis] >= 0) require_row(length, shape_[axis]);
    shape_[axis] = length;
  }
  Extents shape_;
  Collected<T> elements_;
};

/// Nothing in braces.
struct NoNumbers {
  NoNumbers() = delete;
};

}  // namespace detail

/// A vector: array({1.0, 2.0, 3.0}).
template <class T, std::size_t N>
Array<T, 1> array(const T (&elements)[N], SourceLine line = SourceLine::current()) {
  detail::Braces<T> braces(1);
  braces.add(std::span<const T>(elements), 0);
  return braces.template array<1>(line);
}
/// A vector without elements: array<double>({}).
template <class T>
Array<T, 1> array(std::initializer_list<detail::NoNumbers>,
                  SourceLine line = SourceLine::current()) {
  detail::Braces<T> braces(1);
  braces.add(std::span<const T>(), 0);
  return braces.template array<1>(line);
}
/// A matrix from its rows: array({{1.0, 2.0}, {3.0, 4.0}}).
///
///   errors  ShapeMismatch for rows of different lengths
template <class T, std::size_t N>
Array<T, 2> array(const std::initializer_list<T> (&rows)[N],
                  SourceLine line = SourceLine::current()) {
  detail::Braces<T> braces(2);
  braces.add(std::span<const std::initializer_list<T>>(rows), 0);
  return braces.template array<2>(line);
}
/// Matrices one behind the other: array({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}).
///
///   errors  ShapeMismatch for rows, or matrices, of different lengths
template <class T, std::size_t N>
Array<T, 3> array(const std::initializer_list<std::initializer_list<T>> (&matrices)[N],
                  SourceLine line = SourceLine::current()) {
  detail::Braces<T> braces(3);
  braces.add(std::span<const std::initializer_list<std::initializer_list<T>>>(matrices), 0);
  return braces.template array<3>(line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/in_braces.hpp"
#endif
