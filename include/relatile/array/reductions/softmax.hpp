// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"

// Sums of exponentials that do not overflow: SciPy's special.logsumexp, softmax and log_softmax.
// They are compositions of reductions, and so have derivatives.

namespace relatile {

namespace detail {

/// What exponents are taken less, of extent one along the axes: their maximum, or 0 where that is
/// infinite, which would leave inf - inf.
template <class T, int N, int K>
Array<T, N> shift_of_exponents(const Array<T, N>& x, const Axes<K>& axes) {
  const Array<T, N> greatest = decltype(max)::template reduce<true>(x, axes, Told<>{});
  return where(isfinite(greatest), greatest, T(0));
}

}  // namespace detail

/// The type of `logsumexp`.
struct LogSumExpFunction : ReducesAxes<LogSumExpFunction> {
  static constexpr bool of_ordered = true;  ///< complex numbers are refused
  static constexpr detail::Takes takes{};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told>
  static auto reduce(const E& x, const Axes<K>& axes, const Told& told) {
    using T = detail::mean_type<element_of<E>>;
    const Array<T, rank_of<E>> exponents = astype<T>(x);
    const auto shift = detail::shift_of_exponents(exponents, axes);
    // A sum of one element each takes the axes away from what was subtracted.
    return as_array(log(decltype(sum)::template reduce<Keep>(exp(exponents - shift), axes, told)) +
                    decltype(sum)::template reduce<Keep>(shift, axes, told));
  }
};
/// The logarithm of the sum of exponentials: scipy.special.logsumexp(x, axis), with the axes that
/// sum has, and keepdims. Of integers it is double; of no elements: ShapeMismatch.
inline constexpr LogSumExpFunction logsumexp{};

namespace detail {

template <ArrayExpression E, int K>
auto log_softmax_along(const E& x, const Axes<K>& axes) {
  using T = mean_type<element_of<E>>;
  const Array<T, rank_of<E>> exponents = astype<T>(x);
  const Array<T, rank_of<E>> shifted = exponents - shift_of_exponents(exponents, axes);
  return as_array(shifted -
                  log(decltype(sum)::template reduce<true>(exp(shifted), axes, Told<>{})));
}
template <ArrayExpression E, int K>
auto softmax_along(const E& x, const Axes<K>& axes) {
  using T = mean_type<element_of<E>>;
  const Array<T, rank_of<E>> exponents = astype<T>(x);
  const Array<T, rank_of<E>> powers = exp(exponents - shift_of_exponents(exponents, axes));
  return as_array(powers / decltype(sum)::template reduce<true>(powers, axes, Told<>{}));
}

}  // namespace detail

/// exp(x) over its sum along an axis, several, axis(0, 2), or all: scipy.special.softmax(x, axis),
/// of x's shape. Of integers it is double.
///
///   errors  ShapeMismatch for an axis that x lacks, or one of no elements
template <ArrayExpression E, class A = detail::NoOption>
  requires(detail::names_axes<A> || std::is_same_v<A, detail::NoOption>)
auto softmax(const E& x, const A& axes = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::softmax_along(x, detail::axes_of<rank_of<E>>(axes));
}
/// Its logarithm, exact where softmax is 0: scipy.special.log_softmax(x, axis).
///
///   errors  as of softmax
template <ArrayExpression E, class A = detail::NoOption>
  requires(detail::names_axes<A> || std::is_same_v<A, detail::NoOption>)
auto log_softmax(const E& x, const A& axes = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::log_softmax_along(x, detail::axes_of<rank_of<E>>(axes));
}

}  // namespace relatile
