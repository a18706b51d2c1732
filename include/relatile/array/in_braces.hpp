// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <type_traits>

#include "relatile/array/from_data.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/braced.hpp"

// numpy.array of numbers in braces, which all ranks write. The element type is theirs, as C++ has
// it, double of integers among floating-point numbers, or one that is named: array<double>({1, 2}).

namespace relatile {

namespace detail {

/// Throws ShapeMismatch for a row of another length than the first one.
RELATILE_INLINE void require_row(std::int64_t length, std::int64_t of_first);

/// A real number among others of other types, of which a list's type can't be told.
class MixedNumber {
 public:
  template <class T>
  constexpr MixedNumber(const T& value)  // NOLINT: implicit
      : is_floating_(std::is_floating_point_v<T>) {
    constexpr bool is_real = std::is_arithmetic_v<T>;
    static_assert(is_real,
                  "relatile: array: numbers in braces are of one type, or all are real; name the "
                  "type: array<std::complex<double>>({...})");
    if constexpr (is_real) value_ = static_cast<double>(value);
  }
  double value() const { return value_; }
  bool is_floating() const { return is_floating_; }

 private:
  double value_ = 0;
  bool is_floating_;
};
/// Throws Error where mixed numbers are all integers, which double may not have.
RELATILE_INLINE void require_floating(bool some);

/// Numbers in braces: their shape, and all of them in row-major order.
template <class T>
class Braces {
 public:
  explicit Braces(int dimensions) : shape_(Extents::filled(dimensions, -1)) {}

  void add(std::span<const T> row, int axis) {
    add_length(std::ssize(row), axis);
    for (const T& element : row) elements_.add(element);
  }
  /// Numbers of several types, of which T is double.
  void add(std::span<const MixedNumber> row, int axis) {
    add_length(std::ssize(row), axis);
    for (const MixedNumber& element : row) {
      elements_.add(static_cast<T>(element.value()));
      some_floating_ |= element.is_floating();
    }
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
  template <int N>
  Array<T, N> mixed(const SourceLine& line) const {
    require_floating(some_floating_);
    return array<N>(line);
  }

 private:
  void add_length(std::int64_t length, int axis) {
    if (shape_[axis] >= 0) require_row(length, shape_[axis]);
    shape_[axis] = length;
  }
  Extents shape_;
  Collected<T> elements_;
  bool some_floating_ = false;
};

template <class T>
struct ArrayInBraces {
  static Array<T, 1> of(BracedRow<T> row) {
    Collected<T> elements;
    for (const auto& element : row) elements.add(element);
    return elements.template shaped<1>("array", {std::ssize(row)}, SourceLine::unknown_here());
  }
  /// ShapeMismatch for rows of different lengths.
  static Array<T, 2> of(BracedRows<T> rows) {
    Braces<T> braces(2);
    braces.add(std::span(rows.begin(), rows.size()), 0);
    return braces.template array<2>(SourceLine::unknown_here());
  }
  static Array<T, 3> of(BracedMatrices<T> matrices) {
    Braces<T> braces(3);
    braces.add(std::span(matrices.begin(), matrices.size()), 0);
    return braces.template array<3>(SourceLine::unknown_here());
  }
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

/// One number, an array without dimensions, as numpy.array(3.5): array(3.5), array<float>(2).
template <class T = void, class V>
  requires is_scalar_type_v<V>
auto array(const V& number, SourceLine line = SourceLine::current()) {
  using Element = std::conditional_t<std::is_void_v<T>, V, T>;
  detail::Collected<Element> element;
  element.add(static_cast<Element>(number));
  return element.template shaped<0>("array", {}, line);
}

/// A vector of what a std::vector, or anything else that a loop goes through, has:
/// numpy.array(list). Elements become T if that is named.
template <class T = void, detail::Iterable R>
  requires(!ArrayExpression<R>)
auto array(const R& elements, SourceLine line = SourceLine::current()) {
  using Value = typename std::iterator_traits<decltype(std::begin(elements))>::value_type;
  static_assert(
      !detail::Iterable<Value>,
      "relatile: array: of a range of numbers; of rows make one of all of them, one after "
      "the other: from_span(numbers, {rows, columns})");
  if constexpr (detail::Iterable<Value>) {
    return Array<double, 1>();
  } else {
    return fromiter<T>(elements, -1, line);
  }
}

/// Real numbers of several types, some of them with a fraction, as double: array({1, 2.5, NAN}).
///
///   errors  Error if all are integers: name the type, as array<std::int64_t>({...})
template <std::size_t N>
Array<double, 1> array(const detail::MixedNumber (&elements)[N],
                       SourceLine line = SourceLine::current()) {
  detail::Braces<double> braces(1);
  braces.add(std::span<const detail::MixedNumber>(elements), 0);
  return braces.mixed<1>(line);
}
template <std::size_t N>
Array<double, 2> array(const std::initializer_list<detail::MixedNumber> (&rows)[N],
                       SourceLine line = SourceLine::current()) {
  detail::Braces<double> braces(2);
  braces.add(std::span<const std::initializer_list<detail::MixedNumber>>(rows), 0);
  return braces.mixed<2>(line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/in_braces.hpp"
#endif
