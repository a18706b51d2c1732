// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "relatile/array/parts/compress.hpp"
#include "relatile/array/parts/scatter.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"

// x(slice(2, 9, 3), all) = y, as NumPy writes it. Arrays are values: x becomes a name for a new
// array with y in that place, and who shares the old one keeps it. What a site has is copied where
// it is, and of y it is sent what falls into its share.

namespace relatile {

namespace detail {

/// x with `value`, which is broadcast, in place of what the view by `access`, of shape `shape`,
/// reads of it.
///
///   errors  ShapeMismatch where the value does not broadcast to `shape`
tra::NodePtr updated_node(const tra::NodePtr& x, const Access& access, const Extents& shape,
                          const tra::NodePtr& value);

/// Of each element of a mask the how manieth true one it is, or the one before it.
Array<std::int64_t, 1> numbers_of_true(const Array<bool, 1>& mask);
/// Which of `count` rows indices name, and the place of the last index that does.
struct NamedRows {
  Array<bool, 1> named;
  Array<std::int64_t, 1> last;
};
/// Throws ShapeMismatch unless a value broadcasts to the shape of a part.
void check_value(const Extents& value, const Extents& part);
NamedRows named_rows(const Array<std::int64_t, 1>& indices, std::int64_t count);

template <class V>
inline constexpr int rank_of_value = 0;
template <ArrayExpression V>
inline constexpr int rank_of_value<V> = rank_of<V>;

template <class T, int N, class V, class... Indices>
Array<T, N> with_slices(const Array<T, N>& x, const V& value, const Indices&... indices) {
  ArrayIndexing indexing(x.shape());
  (indexing.add(indices), ...);
  while (indexing.view.access.rank() < N) indexing.view.add(Slice{});
  return Array<T, N>(
      updated_node(x.node(), indexing.view.access, indexing.view.shape, values_node<T>(value)));
}

/// Where the mask is true, the value, which broadcasts to `part`, the shape of what is true: one
/// for every place, or as many of them as places, one after the other.
template <class T, int N, class V, class M>
Array<T, N> with_masked(const Array<T, N>& x, const V& value, const Extents& part, const M& mask) {
  Extents wide = shape_of(mask);
  while (wide.rank() < N) wide.push_back(1);
  const Array<bool, N> where_true = reshape<N>(mask, wide);
  if constexpr (!ArrayExpression<V>) {
    return where(where_true, convert_element<T>(value), x);
  } else {
    const Array<T, rank_of<V>> given = astype<T>(value);
    check_value(given.shape(), part);
    if constexpr (rank_of<V> == N - rank_of<M> + 1) {
      if (part[0] == 0) return x;
      if (given.shape(0) == 1) return where(where_true, given(0), x);
      Extents shape = shape_of(mask);
      for (int d = 1; d < rank_of<V>; ++d) shape.push_back(given.shape(d));
      const auto rows = take(given, numbers_of_true(ravel(mask)), 0);
      return where(where_true, reshape<N>(rows, shape), x);
    } else {
      return where(where_true, given, x);
    }
  }
}

/// Rows that indices name, of repeated ones the last.
template <class T, int N, class V, class I>
Array<T, N> with_rows(const Array<T, N>& x, const V& value, const I& indices) {
  constexpr int rank = rank_of<I> + N - 1;
  const Extents places = shape_of(indices);
  Extents rows = places;
  for (int d = 1; d < N; ++d) rows.push_back(x.shape()[d]);
  const Array<T, rank> values =
      broadcast_to<rank>(Array<T, rank_of_value<V>>(values_node<T>(value)), rows);
  const std::int64_t count = volume(places);
  if (count == 0) return x;
  rows = {count};
  for (int d = 1; d < N; ++d) rows.push_back(x.shape()[d]);
  const NamedRows which = named_rows(astype<std::int64_t>(ravel(indices)), x.shape(0));
  Extents wide = Extents::filled(N, 1);
  wide[0] = x.shape(0);
  const Array<bool, N> named = reshape<N>(which.named, wide);
  return where(named, take(reshape<N>(values, rows), which.last, 0), x);
}

template <class T, int N, class V, class First, class... Rest>
Array<T, N> with_part(const Array<T, N>& x, const V& value, const Extents& part, const First& first,
                      const Rest&... rest) {
  constexpr bool slices = !IndexArray<First> && !MaskArray<First> && !(IndexArray<Rest> || ...) &&
                          !(MaskArray<Rest> || ...);
  constexpr bool whole_rows = (std::is_same_v<Rest, Slice> && ...);
  if constexpr (slices) {
    return with_slices(x, value, first, rest...);
  } else if constexpr (MaskArray<First> && sizeof...(Rest) == 0) {
    return with_masked(x, value, part, first);
  } else {
    static_assert(IndexArray<First> && whole_rows,
                  "relatile: to assign to a part, say where it is by slices and positions, by a "
                  "mask, or by an array of integers that names rows");
    return with_rows(x, value, first);
  }
}

}  // namespace detail

template <class T, int N, class... Indices>
template <class Value>
void ArrayPart<T, N, Indices...>::assign(const Value& value) && {
  *whole_ = std::apply(
      [&](const Indices&... indices) {
        return detail::with_part(*whole_, value, Own::shape(), indices...);
      },
      indices_);
}

/// x with `values` in the places that `indices` name of its elements in row-major order: numpy.put,
/// but of a new array. Of repeated indices the last counts.
template <ArrayExpression E, detail::IndexArray I, class V>
auto put(const E& x, const I& indices, const V& values, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = element_of<E>;
  return reshape<rank_of<E>>(detail::with_rows(Array<T, 1>(ravel(x)), values, indices),
                             shape_of(x));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/update.hpp"
#endif
