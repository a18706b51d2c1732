// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "relatile/array/creation.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"

// Products of arrays with shifts of each other, and of all elements with all.

namespace relatile {

namespace detail {

/// How much of the longest result of a convolution of n and m elements a mode keeps.
/// Where the places that are left out are an odd number, one more of them is before it, or, with
/// `from_end`, after it.
Range kept_of_convolution(std::string_view mode, std::int64_t n, std::int64_t m, bool from_end);
/// The m terms of each of the m - 1 sums that reach beyond an edge: where the elements are of the
/// m - 1 next to it, and whether they are there.
struct EdgeTerms {
  Array<std::int64_t, 2> place;
  Array<bool, 2> is_there;
};
EdgeTerms edge_terms(std::int64_t m, bool at_end);

template <class T>
Array<T, 1> edge_sums(const Array<T, 1>& edge, const Array<T, 1>& v, bool at_end) {
  const EdgeTerms terms = edge_terms(v.shape(0), at_end);
  const auto products = take(edge, terms.place, 0) * expand_dims(v, 0);
  return astype<T>(sum(where(terms.is_there, products, T(0)), 1));
}

/// sum over k of v[k] * x[i - k], for the i of `kept`, of vectors that are not empty, of which v is
/// not longer. What is beyond the edges is left out, and not multiplied as zeros.
template <class T>
Array<T, 1> shifted_sum(const Array<T, 1>& x, const Array<T, 1>& v, const Range& kept) {
  const std::int64_t n = x.shape(0);
  const std::int64_t m = v.shape(0);
  const auto term = [&](std::int64_t k) { return Array<T, 1>(v(k) * x(slice(m - 1 - k, n - k))); };
  Array<T, 1> total = term(0);
  for (std::int64_t k = 1; k < m; ++k) total = total + term(k);
  // Sums of the mode `valid` need nothing beyond the edges.
  if (kept.low == m - 1 && kept.high == n) return total;
  const Array<T, 1> before = edge_sums<T>(x(slice(0, m - 1)), v, false);
  const Array<T, 1> after = edge_sums<T>(x(slice(n - m + 1, n)), v, true);
  const Array<T, 1> sums = concatenate({before, total, after});
  return sums(slice(kept.low, kept.high));
}

template <class T>
Array<T, 1> convolved(const Array<T, 1>& one, const Array<T, 1>& other, std::string_view mode,
                      bool from_end) {
  const Range kept = kept_of_convolution(mode, one.shape(0), other.shape(0), from_end);
  return one.shape(0) >= other.shape(0) ? shifted_sum(one, other, kept)
                                        : shifted_sum(other, one, kept);
}

}  // namespace detail

/// The convolution of two vectors: numpy.convolve(x, v, mode), sum over k of v[k] x[i - k]. Modes
/// are `full`, of n + m - 1 elements, `same`, of the middle max(n, m), and `valid`, of those that
/// need nothing beyond the edges. The shorter one has better few elements, for each of them is a
/// term of a fused expression; of the longer one a site fetches m - 1 neighbours' elements at
/// either side, once.
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
