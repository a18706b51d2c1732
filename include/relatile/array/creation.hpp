// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "relatile/array/shape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/core/shape.hpp"
#include "relatile/expr/generate.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/function/as_type.hpp"

// Arrays from nothing: numpy.zeros and its relatives. T is the element type, N the number of
// dimensions; shapes are given as {3, 4} or {rows, n}, of integers of any type.

namespace relatile {

namespace detail {

/// What {} is as a shape.
struct NoExtents {};

/// An array of one number of a type of NumPy's.
tra::NodePtr full_node(const Extents& shape, const ElementType& element, const void* value);
/// One number as an array without dimensions.
template <class T>
tra::NodePtr number_node(const T& value) {
  return full_node({}, element_type_of<T>(), &value);
}
template <class T>
tra::NodePtr arange_node(T start, T stop, T step);
template <class T>
tra::NodePtr linspace_node(T start, T stop, std::int64_t count, bool endpoint);
/// Zeros, but `one` on diagonal k.
tra::NodePtr eye_node(const Extents& shape, std::int64_t k, const ElementType& element,
                      const void* one);

template <class T, int N>
Array<T, N> full(const Extents& shape, const T& value) {
  if constexpr (is_scalar_type_v<T>) {
    return Array<T, N>(full_node(shape, element_type_of<T>(), &value));
  } else {
    return generate<T, N>("full", shape, 0, [value](const Extents&) { return value; });
  }
}

}  // namespace detail

/// An array of `shape` full of `value`: numpy.full. The dimension count is the shape's.
template <class T, std::size_t N>
auto full(const Extent (&shape)[N], std::type_identity_t<T> value,
          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents extents = detail::require_shape<int(N)>("full", detail::to_extents(shape));
  return detail::full<T, int(N)>(extents, value);
}
/// The same of a shape made before, an Extents, whose rank has to be N: full<double, 2>(shape,
/// 0.5).
///
///   errors  ShapeMismatch if the shape has not N dimensions, or has negative extents
template <class T, int N, detail::GivenExtents S>
auto full(const S& shape, std::type_identity_t<T> value, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::full<T, N>(detail::require_shape<N>("full", shape), value);
}
/// Of another array's shape, which has a number of dimensions: full(x.shape(), 0.5).
template <class T, int N>
auto full(const Shape<N>& shape, std::type_identity_t<T> value,
          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::full<T, N>(shape, value);
}
template <int N, class T>
  requires is_scalar_type_v<T>
auto full(const Shape<N>& shape, T value, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::full<T, N>(shape, value);
}
/// The element type is the value's: full({2, 3}, 1.5) is an array of double.
template <std::size_t N, class T>
  requires is_scalar_type_v<T>
auto full(const Extent (&shape)[N], T value, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return full<T>(shape, value);
}
/// Zeros: numpy.zeros. zeros({3, 4}) is of double, zeros<float>({3, 4}) of float, zeros(x.shape())
/// as large as x; a shape made before, an Extents, needs the number of dimensions as well:
/// zeros<double, 2>(shape).
///
///   errors  ShapeMismatch if the shape has not N dimensions, or has negative extents
template <class T, int N, detail::GivenExtents S>
auto zeros(const S& shape, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return full<T, N>(detail::require_shape<N>("zeros", shape), T(0));
}
template <class T = double, int N>
auto zeros(const Shape<N>& shape, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return full<T>(shape, T(0));
}
template <class T = double, std::size_t N>
auto zeros(const Extent (&shape)[N], SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return zeros<T, int(N)>(detail::to_extents(shape));
}
/// Ones, of double unless told otherwise: numpy.ones. Types, shapes and errors are as of zeros.
template <class T, int N, detail::GivenExtents S>
auto ones(const S& shape, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return full<T, N>(detail::require_shape<N>("ones", shape), T(1));
}
template <class T = double, int N>
auto ones(const Shape<N>& shape, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return full<T>(shape, T(1));
}
template <class T = double, std::size_t N>
auto ones(const Extent (&shape)[N], SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return ones<T, int(N)>(detail::to_extents(shape));
}
/// An array whose elements mean nothing: numpy.empty. Here they are zero, so that programs are
/// deterministic.
template <class T, int N, detail::GivenExtents S>
auto empty(const S& shape, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return zeros<T, N>(detail::require_shape<N>("empty", shape));
}
template <class T = double, int N>
auto empty(const Shape<N>& shape, SourceLine line = SourceLine::current()) {
  return zeros<T>(shape, line);
}
template <class T = double, std::size_t N>
auto empty(const Extent (&shape)[N], SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return empty<T, int(N)>(detail::to_extents(shape));
}

/// The shape of a number is empty, as NumPy's (): zeros({}), full({}, 0.5).
template <class T = double>
auto zeros(detail::NoExtents, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return zeros<T, 0>(Extents());
}
template <class T = double>
auto ones(detail::NoExtents, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return ones<T, 0>(Extents());
}
template <class T = double>
auto empty(detail::NoExtents, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return empty<T, 0>(Extents());
}
template <class T>
  requires is_scalar_type_v<T>
auto full(detail::NoExtents, T value, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return full<T, 0>(Extents(), value);
}

// A shape without braces is taken to say so.
template <class T = void, detail::ExtentAlone I, class V>
auto full(I, V value) {
  static_assert(sizeof(I) == 0, "relatile: a shape is written in braces: full({3, 4}, 0.5)");
  return full({1}, value);
}
template <class T = double, detail::ExtentAlone... I>
  requires(sizeof...(I) > 0)
auto zeros(I...) {
  static_assert(sizeof...(I) == 0, "relatile: a shape is written in braces: zeros({3, 4})");
  return Array<T, int(sizeof...(I))>();
}
template <class T = double, detail::ExtentAlone... I>
  requires(sizeof...(I) > 0)
auto ones(I...) {
  static_assert(sizeof...(I) == 0, "relatile: a shape is written in braces: ones({3, 4})");
  return Array<T, int(sizeof...(I))>();
}
template <class T = double, detail::ExtentAlone... I>
  requires(sizeof...(I) > 0)
auto empty(I...) {
  static_assert(sizeof...(I) == 0, "relatile: a shape is written in braces: empty({3, 4})");
  return Array<T, int(sizeof...(I))>();
}

// A shape made before is one of any number of dimensions, which types have to tell.
template <class T = double, detail::GivenExtents S>
auto zeros(const S&) {
  static_assert(sizeof(S) == 0,
                "relatile: zeros: an Extents has any number of dimensions, so say how many: "
                "zeros<double, 2>(shape), or take zeros_like(x)");
  return Array<T, 1>();
}
template <class T = double, detail::GivenExtents S>
auto ones(const S&) {
  static_assert(sizeof(S) == 0,
                "relatile: ones: an Extents has any number of dimensions, so say how many: "
                "ones<double, 2>(shape), or take ones_like(x)");
  return Array<T, 1>();
}
template <std::size_t N>
Array<double, int(N)> full(const Extent (&)[N]) {
  static_assert(N > max_rank, "relatile: full: the value follows the shape: full({3, 4}, 0.5)");
  return {};
}
template <class T = double, detail::GivenExtents S, class V>
auto full(const S&, V) {
  static_assert(sizeof(S) == 0,
                "relatile: full: an Extents has any number of dimensions, so say how many: "
                "full<double, 2>(shape, 0.5), or take full_like(x, 0.5)");
  return Array<T, 1>();
}

namespace detail {
/// T, or what x has where none is named.
template <class T, class E>
using like_t = std::conditional_t<std::is_void_v<T>, element_of<E>, T>;
}  // namespace detail

/// Zeros of x's shape and element type, or of T, zeros_like<float>(x): numpy.zeros_like. Nothing of
/// x is computed for it.
template <class T = void, ArrayExpression E>
auto zeros_like(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return zeros<detail::like_t<T, E>, rank_of<E>>(shape_of(x));
}
/// Ones of x's shape and element type, or of T: numpy.ones_like.
template <class T = void, ArrayExpression E>
auto ones_like(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return ones<detail::like_t<T, E>, rank_of<E>>(shape_of(x));
}
/// x's shape full of `value`, which becomes an element of x's type, or of T: numpy.full_like.
template <class T = void, ArrayExpression E>
auto full_like(const E& x, detail::like_t<T, E> value, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return full<detail::like_t<T, E>, rank_of<E>>(shape_of(x), value);
}
/// Of x's shape and element type, or of T, and zero as empty is: numpy.empty_like.
template <class T = void, ArrayExpression E>
auto empty_like(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return zeros_like<T>(x);
}

/// start, start + step, ... below stop, or above it where the step is negative: numpy.arange.
///
///   errors  ShapeMismatch if the step is zero, LimitExceeded for more elements than can be counted
template <class T>
Array<T, 1> arange(T start, T stop, T step = T(1), SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T> && !is_complex_v<T>,
                "relatile: arange makes real numbers of NumPy's types");
  return Array<T, 1>(detail::arange_node<canonical_t<T>>(start, stop, step));
}
/// Of numbers of several types, of which it has the promoted one: arange(0, 1, 0.25) is of double.
template <auto Deduced = 0, class A, class B, class C = B>
  requires(is_scalar_type_v<A>&& is_scalar_type_v<B>&& is_scalar_type_v<C> &&
           !(std::is_same_v<A, B> && std::is_same_v<B, C>))
auto arange(A start, B stop, C step = C(1), SourceLine line = SourceLine::current()) {
  using T = promote_t<A, B, C>;
  return arange<T>(static_cast<T>(start), static_cast<T>(stop), static_cast<T>(step), line);
}
/// 0, 1, ... below stop, of stop's type: arange(10.0) is of double.
template <class T>
Array<T, 1> arange(T stop, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return arange<T>(T(0), stop);
}
/// The same up to a whole number, as floats: arange<double>(x.shape(0)).
template <std::floating_point T, std::integral N>
Array<T, 1> arange(N stop, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return arange<T>(static_cast<T>(stop));
}

/// `count` numbers at even distances from start to stop, which is the last one unless `endpoint` is
/// false: numpy.linspace, bit for bit.
///
///   errors  ShapeMismatch if the count is negative
template <class T = double>
Array<T, 1> linspace(std::type_identity_t<T> start, std::type_identity_t<T> stop,
                     std::int64_t count = 50, bool endpoint = true,
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "relatile: linspace makes floating-point numbers");
  return Array<T, 1>(detail::linspace_node<T>(start, stop, count, endpoint));
}

/// base to the powers of linspace(start, stop, count, endpoint): numpy.logspace.
template <class T = double>
Array<T, 1> logspace(std::type_identity_t<T> start, std::type_identity_t<T> stop,
                     std::int64_t count = 50, bool endpoint = true, T base = 10,
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return power(base, linspace<T>(start, stop, count, endpoint));
}

/// Ones on diagonal `k` of a rows x cols matrix, zeros elsewhere: numpy.eye. Diagonals above the
/// main one count as positive.
///
///   errors  ShapeMismatch for negative extents
template <class T = double>
Array<T, 2> eye(Extent rows, Extent cols, std::int64_t k = 0,
                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: eye makes numbers of NumPy's types");
  const T one(1);
  return Array<T, 2>(detail::eye_node(detail::require_shape<2>("eye", {rows, cols}), k,
                                      element_type_of<T>(), &one));
}
/// The unit matrix of so many rows and columns: numpy.eye and numpy.identity.
template <class T = double>
Array<T, 2> eye(Extent rows, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return eye<T>(rows, rows);
}

/// The array whose element at (i, j, ...) is f(i, j, ...): numpy.fromfunction, but f is called with
/// global indices one element at a time, on the site that needs the element.
template <std::size_t N, class F>
auto from_function(const Extent (&shape)[N], F f, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return [&]<std::size_t... D>(std::index_sequence<D...>) {
    static_assert(std::is_invocable_v<F, decltype(std::int64_t(D))...>,
                  "relatile: from_function: f takes one std::int64_t per dimension of the shape");
    using T = std::remove_cvref_t<std::invoke_result_t<F, decltype(std::int64_t(D))...>>;
    return generate<T, int(N)>(
        "from_function", detail::require_shape<int(N)>("from_function", detail::to_extents(shape)),
        1, [f](const Extents& at) { return f(at[int(D)]...); });
  }
  (std::make_index_sequence<N>{});
}

/// A matrix with `x` on its diagonal; of a matrix, its diagonal: numpy.diag.
template <ArrayExpression E>
auto diag(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (rank_of<E> == 2) {
    return diagonal(x);
  } else {
    static_assert(rank_of<E> == 1, "relatile: diag takes a vector or a matrix");
    const auto values = as_array(x);
    const std::int64_t n = values.shape(0);
    using T = element_of<E>;
    return Array<T, 2>(where(eye<bool>(n), expand_dims(values, 0), T(0)));
  }
}

/// x with elements of type T, converted as NumPy's astype does.
template <class T, ArrayExpression E>
auto astype(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (std::is_same_v<T, element_of<E>>) {
    return as_array(x);
  } else {
    return Array<T, rank_of<E>>(make_elementwise(function::AsType<T>{}, x));
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/creation.hpp"
#endif
