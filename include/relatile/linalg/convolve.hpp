// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/pad.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"

// Products of arrays with shifts of each other, and of all elements with all.

namespace relatile {

namespace detail {

/// How much of the longest result of a convolution of n and m elements a mode keeps.
Range kept_of_convolution(std::string_view mode, std::int64_t n, std::int64_t m);

/// sum over k of v[k] * x[i - k], for the i of `kept`, of vectors that are not empty.
template <class T>
Array<T, 1> shifted_sum(const Array<T, 1>& x, const Array<T, 1>& v, const Range& kept) {
  const std::int64_t m = v.shape(0);
  const Array<T, 1> wide = pad(x, std::vector<PadWidth>{{m - 1, m - 1}});
  const auto term = [&](std::int64_t k) {
    const std::int64_t begin = kept.low + m - 1 - k;
    return Array<T, 1>(v(k) * wide(slice(begin, begin + kept.high - kept.low)));
  };
  Array<T, 1> total = term(0);
  for (std::int64_t k = 1; k < m; ++k) total = total + term(k);
  return total;
}

}  // namespace detail

/// The convolution of two vectors: numpy.convolve(x, v, mode), sum over k of v[k] x[i - k]. Modes
/// are `full`, of n + m - 1 elements, `same`, of the middle max(n, m), and `valid`, of those that
/// need nothing beyond the edges. The shorter one has better few elements, for each of them is a
/// term of a fused expression; sites send their neighbours that many elements of the other.
///
///   errors  ShapeMismatch for a vector without elements, or another mode
template <ArrayExpression X, ArrayExpression V>
auto convolve(const X& x, const V& v, std::string_view mode = "full",
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> == 1 && rank_of<V> == 1, "relatile: convolve: of two vectors");
  using T = promote_t<element_of<X>, element_of<V>>;
  const Array<T, 1> one = astype<T>(x);
  const Array<T, 1> other = astype<T>(v);
  const Range kept = detail::kept_of_convolution(mode, one.shape(0), other.shape(0));
  return one.shape(0) >= other.shape(0) ? detail::shifted_sum(one, other, kept)
                                        : detail::shifted_sum(other, one, kept);
}
/// sum over n of x[n + k] conj(v[n]): numpy.correlate(x, v, mode).
///
///   errors  as of convolve
template <ArrayExpression X, ArrayExpression V>
auto correlate(const X& x, const V& v, std::string_view mode = "valid",
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<V> == 1, "relatile: correlate: of two vectors");
  const auto back = as_array(v)(slice({}, {}, -1));
  if constexpr (is_complex_v<element_of<V>>) {
    return convolve(x, conj(back), mode, line);
  } else {
    return convolve(x, back, mode, line);
  }
}

/// The polynomial of coefficients p, a vector, the highest power first, at every element of x:
/// numpy.polyval.
template <ArrayExpression P, ArrayExpression X>
auto polyval(const P& p, const X& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<P> == 1, "relatile: polyval: the coefficients are a vector");
  using T = promote_t<element_of<P>, element_of<X>>;
  const Array<T, 1> coefficients = astype<T>(p);
  const Array<T, rank_of<X>> at = astype<T>(x);
  Array<T, rank_of<X>> value = zeros_like(at);
  for (std::int64_t k = 0; k < coefficients.shape(0); ++k) value = value * at + coefficients(k);
  return value;
}

/// Every element of x times all of y: numpy.kron of two vectors or two matrices.
template <ArrayExpression X, ArrayExpression Y>
auto kron(const X& x, const Y& y, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> == rank_of<Y> && (rank_of<X> == 1 || rank_of<X> == 2),
                "relatile: kron: of two vectors or two matrices");
  const Extents of_x = shape_of(x);
  const Extents of_y = shape_of(y);
  if constexpr (rank_of<X> == 1) {
    return ravel(as_array(expand_dims(x, 1) * expand_dims(y, 0)), line);
  } else {
    const auto all_pairs =
        as_array(reshape(x, {of_x[0], 1, of_x[1], 1}) * reshape(y, {1, of_y[0], 1, of_y[1]}));
    return reshape(all_pairs, {of_x[0] * of_y[0], of_x[1] * of_y[1]}, line);
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/impl/convolve.hpp"
#endif
