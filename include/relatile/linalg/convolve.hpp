// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"

// Products of arrays with shifts of each other, and of all elements with all.

namespace relatile {

namespace detail {

/// How much of the longest result of a convolution of n and m elements a mode keeps.
/// Where the places that are left out are an odd number, one more of them is before it, or, with
/// `from_end`, after it.
Range kept_of_convolution(std::string_view mode, std::int64_t n, std::int64_t m, bool from_end);
/// The sums over k of v[k] x[i - k], for the i of `kept`, of vectors that are not empty. What is
/// beyond the edges is left out, and not multiplied as zeros.
tra::NodePtr convolution_node(const tra::NodePtr& x, const tra::NodePtr& v, const Range& kept);

template <class T>
Array<T, 1> convolved(const Array<T, 1>& one, const Array<T, 1>& other, std::string_view mode,
                      bool from_end) {
  static_assert(is_scalar_type_v<T>, "relatile: convolve: of numbers");
  const Range kept = kept_of_convolution(mode, one.shape(0), other.shape(0), from_end);
  return Array<T, 1>(convolution_node(one.node(), other.node(), kept));
}

}  // namespace detail

/// The convolution of two vectors: numpy.convolve(x, v, mode), sum over k of v[k] x[i - k]. Modes
/// are `full`, of n + m - 1 elements, `same`, of the middle max(n, m), and `valid`, of those that
/// need nothing beyond the edges. All sites need the shorter one, of m elements; of the longer one
/// a site fetches m - 1 neighbours' elements, once.
///
///   errors  ShapeMismatch for a vector without elements, or another mode
///   cost    2 n m flops; for vectors that are both long take the product of their transforms,
///           fft::ifft(fft::fft(x, n) * fft::fft(v, n))
template <ArrayExpression X, ArrayExpression V>
auto convolve(const X& x, const V& v, std::string_view mode = "full",
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> == 1 && rank_of<V> == 1, "relatile: convolve: of two vectors");
  using T = promote_t<element_of<X>, element_of<V>>;
  const Array<T, 1> one = astype<T>(x);
  const Array<T, 1> other = astype<T>(v);
  return detail::convolved(one, other, mode, false);
}
/// sum over n of x[n + k] conj(v[n]): numpy.correlate(x, v, mode).
///
///   errors  as of convolve
template <ArrayExpression X, ArrayExpression V>
auto correlate(const X& x, const V& v, std::string_view mode = "valid",
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> == 1 && rank_of<V> == 1, "relatile: correlate: of two vectors");
  using T = promote_t<element_of<X>, element_of<V>>;
  const Array<T, 1> one = astype<T>(x);
  Array<T, 1> back = astype<T>(as_array(v)(slice({}, {}, -1)));
  if constexpr (is_complex_v<T>) back = conj(back);
  return detail::convolved(one, back, mode, back.shape(0) > one.shape(0));
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
