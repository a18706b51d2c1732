// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/grad/grad.hpp"

// Whole matrices of derivatives. Where a product with one is enough, vjp, jvp and hessian_vector
// make none.

namespace relatile {
namespace detail {

/// The arrays of a shape of which each element is 1 in one, and all others are 0, in C order.
template <class T, int N>
std::vector<Array<T, N>> unit_arrays(const Extents& shape) {
  const std::int64_t count = volume(shape);
  const Array<T, 2> units = eye<T>(count);
  std::vector<Array<T, N>> arrays;
  for (std::int64_t i = 0; i < count; ++i)
    arrays.push_back(reshape<N>(units(i, all_of_axis), shape));
  return arrays;
}

template <class T, int M, int N>
Array<T, M + N> jacobian_of(const Array<T, M>& y, const Array<T, N>& x) {
  Extents shape = y.shape();
  for (const std::int64_t extent : x.shape()) shape.push_back(extent);
  if (volume(shape) == 0) return zeros<T, M + N>(shape);
  std::vector<Array<T, N>> rows;
  std::vector<Array<T, M>> columns;
  if (y.size() <= x.size()) {
    for (const auto& unit : unit_arrays<T, M>(y.shape())) rows.push_back(vjp(y, unit, x));
    return reshape<M + N>(stack(rows, 0), shape);
  }
  for (const auto& unit : unit_arrays<T, N>(x.shape())) columns.push_back(jvp(y, x, unit));
  return reshape<M + N>(stack(columns, M), shape);
}

template <class Y, class T>
constexpr bool require_jacobian() {
  constexpr bool real = std::is_floating_point_v<T> && std::is_same_v<element_of<Y>, T>;
  static_assert(
      real,
      "relatile: jacobian: derivatives are of floats by floats, or of doubles by doubles; "
      "of complex numbers take real(y) and imag(y), by real parts and imaginary ones");
  return real;
}

}  // namespace detail

/// The derivatives of every element of y by every element of x, an array: jax.jacobian. One pass
/// through the program for each element of the smaller of both, back from y or forward from x, all
/// of them planned together.
///
///   shapes      y (m...), x (n...) -> (m..., n...)
///   errors      as of vjp and jvp
///   complexity  min(elements of y, elements of x) times that of y, in time and in operators of the
///               plan: for some hundreds
template <ArrayExpression Y, class T, int N>
auto jacobian(const Y& y, const Array<T, N>& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (detail::require_jacobian<Y, T>()) return detail::jacobian_of(as_array(y), x);
}
/// Of a function, whose value y is: it may evaluate what it computes on its way.
template <class F, class T, int N>
  requires detail::LossFunction<F, Array<T, N>>
auto jacobian(const F& f, const Array<T, N>& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::of_function([&](const auto& fresh) { return jacobian(as_array(f(fresh)), fresh); },
                             x);
}

/// The second derivatives of a loss, one number, by every two elements of x: jax.hessian.
///
///   shapes      x (n...) -> (n..., n...)
///   errors      as of grad
///   complexity  elements of x times that of the loss and its gradient
template <ArrayExpression L, class T, int N>
auto hessian(const L& loss, const Array<T, N>& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (detail::require_gradient<L, Array<T, N>>()) {
    return jacobian(detail::gradients_of_function(as_array(loss), x), x);
  }
}
template <class F, class T, int N>
  requires detail::LossFunction<F, Array<T, N>>
auto hessian(const F& loss, const Array<T, N>& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::of_function(
      [&](const auto& fresh) { return hessian(as_array(loss(fresh)), fresh); }, x);
}

}  // namespace relatile
