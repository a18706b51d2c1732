// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <type_traits>
#include <vector>

#include "relatile/array/lines/differences.hpp"
#include "relatile/array/lines/scan.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/vectorize.hpp"
#include "relatile/expr/with_pullback.hpp"

// Values between known ones, and angles without jumps.

namespace relatile {

namespace detail {

/// The elements of x on the lines between points.
template <class V>
tra::NodePtr on_lines_node(const tra::NodePtr& x, const tra::NodePtr& places,
                           const tra::NodePtr& values);

/// y on the lines from x0 and y0 to x1 and y1 at x, with its derivatives by each of these five.
tra::NodePtr differentiable_on_line(tra::NodePtr y, const std::vector<tra::NodePtr>& of);

/// Throws ShapeMismatch unless there are as many values as places, and one at least.
void require_points(const Extents& places, const Extents& values);

/// interp, with 0-d arrays or numbers left and right of all places.
template <int N, class V, class L, class R>
Array<V, N> interpolated(const Array<double, N>& x, const Array<double, 1>& places,
                         const Array<V, 1>& values, const L& left, const R& right) {
  const std::int64_t last = places.shape(0) - 1;
  const Array<std::int64_t, N> before = maximum(searchsorted(places, x, "right") - 1, 0);
  const Array<std::int64_t, N> after = minimum(before + 1, last);
  const auto x0 = take(places, before, 0);
  const auto x1 = take(places, after, 0);
  const auto y0 = take(values, before, 0);
  const auto y1 = take(values, after, 0);
  const Array<V, N> inside(
      differentiable_on_line(on_lines_node<V>(x.node(), places.node(), values.node()),
                             {x.node(), x0.node(), x1.node(), y0.node(), y1.node()}));
  return where(x < places(0), left, where(x > places(last), right, inside));
}

}  // namespace detail

/// The values at x of the function that is a straight line between the points (places[i],
/// values[i]), and constant left and right of them: numpy.interp(x, places, values). Places
/// rise: as NumPy does, this takes the caller's word for it, and values between others mean
/// nothing. Every site needs all of them.
///
///   errors  ShapeMismatch unless there are as many values as places, and one at least
template <ArrayExpression E, ArrayExpression P, ArrayExpression F>
auto interp(const E& x, const P& places, const F& values, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<P> == 1 && rank_of<F> == 1, "relatile: interp: points are vectors");
  using V = std::conditional_t<is_complex_v<element_of<F>>, std::complex<double>, double>;
  detail::require_points(shape_of(places), shape_of(values));
  const Array<V, 1> known = astype<V>(values);
  return detail::interpolated(astype<double>(x), astype<double>(places), known, known(0),
                              known(-1));
}
/// The same with numbers `left` and `right` of all places: numpy.interp(x, places, values, left,
/// right).
template <ArrayExpression E, ArrayExpression P, ArrayExpression F>
auto interp(const E& x, const P& places, const F& values, double left, double right,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<P> == 1 && rank_of<F> == 1, "relatile: interp: points are vectors");
  using V = std::conditional_t<is_complex_v<element_of<F>>, std::complex<double>, double>;
  detail::require_points(shape_of(places), shape_of(values));
  return detail::interpolated(astype<double>(x), astype<double>(places),
                              Array<V, 1>(astype<V>(values)), V(left), V(right));
}

namespace detail {

/// What is added to all that follows a step, so that it becomes the shortest one modulo a period.
template <class T>
struct Unwrapped {
  T discont;
  T period;

  T operator()(T step) const {
    const T high = period / 2;
    if (!(std::abs(step) >= discont)) return T(0) * step;  // NaN stays
    T rest = std::fmod(step + high, period);
    if (rest < 0) rest += period;
    rest -= high;
    if (rest == -high && step > 0) rest = high;
    return rest - step;
  }
};

}  // namespace detail

/// x with multiples of `period` added along `axis`, so that neighbours differ by at most half of
/// it, or by less than `discont` if that is more: numpy.unwrap(x, discont, axis, period=period).
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
auto unwrap(const E& x, double discont = 0, int axis = -1, double period = 2 * std::numbers::pi,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> >= 1 && !is_complex_v<element_of<E>>,
                "relatile: unwrap: of real numbers along an axis");
  using T = std::conditional_t<std::is_same_v<element_of<E>, float>, float, double>;
  const int at = detail::normal_axis("unwrap", axis, rank_of<E>);
  const Array<T, rank_of<E>> angles = astype<T>(x);
  if (angles.shape(at) < 2) return angles;
  const detail::Unwrapped<T> shortest{static_cast<T>(std::max(discont, period / 2)),
                                      static_cast<T>(period)};
  const auto steps = diff(angles, 1, at);
  const Array<T, rank_of<E>> added(detail::without_slope(
      to_node(vectorize(shortest, {.flops = 10, .name = "unwrap"})(steps)), steps.node()));
  const auto rest = as_array(detail::stretch_of(angles, at, slice(1)) + cumsum(added, at));
  return concatenate({detail::stretch_of(angles, at, slice(0, 1)), rest}, at, line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/interpolation.hpp"
#endif
