// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/parts/compress.hpp"
#include "relatile/array/parts/grids.hpp"
#include "relatile/array/parts/scatter.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/number_as.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/vectorize.hpp"
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
/// Throws: an index that is none of `count`.
[[noreturn]] void refuse_place(std::int64_t index, std::int64_t count);
/// Throws ShapeMismatch where there are no values for `count` places.
void require_values(const std::string& name, std::int64_t values, std::int64_t count);
/// An index that is one of 0 to count - 1; others throw.
struct PlaceFromStart {
  std::int64_t count;
  std::int64_t operator()(std::int64_t index) const {
    if (index < 0 || index >= count) refuse_place(index, count);
    return index;
  }
};
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
    return where(where_true, number_as<T>("assign", value), x);
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

/// The place of an index counted from the end if negative; throws for one out of bounds.
struct PlaceFromEitherEnd {
  std::int64_t count;
  std::int64_t operator()(std::int64_t index) const {
    return PlaceFromStart{count}(index < 0 ? index + count : index);
  }
};

/// Of `values`, a vector, those that numbers from 0 on name, from the first again after the last.
template <class T, int R>
Array<T, R> taken_in_turn(const std::string& name, const Array<T, 1>& values,
                          const Array<std::int64_t, R>& numbers) {
  require_values(name, values.shape(0), numbers.size());
  if (values.shape(0) == 0) return zeros<T, R>(numbers.shape());
  if (values.shape(0) == 1) return broadcast_to<R>(values(0), numbers.shape());
  return take(values, numbers % values.shape(0), 0);
}

/// Places that indices name, one for each of the first axes, broadcast together; of repeated ones
/// the last counts.
template <class T, int N, class V, class... I>
Array<T, N> with_places(const Array<T, N>& x, const V& value, const I&... indices) {
  constexpr int K = int(sizeof...(I));
  static_assert(K <= N, "relatile: more indices than the array has dimensions");
  const Extents shape = x.shape();
  Extents first;
  for (int d = 0; d < K; ++d) first.push_back(shape[d]);
  const Extents steps = row_major_strides(first);
  Extents rows{volume(first)};
  for (int d = K; d < N; ++d) rows.push_back(shape[d]);
  int d = 0;
  const auto number_along = [&](const auto& index) {
    const PlaceFromEitherEnd place{shape[d]};
    const auto places = vectorize(place, {.name = "place"})(astype<std::int64_t>(index));
    return as_array(places * steps[d++]);
  };
  const std::tuple numbers{number_along(indices)...};  // in braces: from left to right
  const auto together =
      std::apply([](const auto&... each) { return as_array((each + ...)); }, numbers);
  return reshape<N>(with_rows(reshape<N - K + 1>(x, rows), value, together), shape);
}

/// All of an axis in the place of a mask, or of an array of integers.
template <class I>
auto whole_axis_for_array(const I& index) {
  if constexpr (MaskArray<I> || IndexArray<I>) {
    return Slice{};
  } else {
    return index;
  }
}

/// A mask, of the first axes or of another one, among slices and positions.
template <class T, int N, class V, class First, class... Rest>
Array<T, N> with_mask_among(const Array<T, N>& x, const V& value, const Extents& part,
                            const First& first, const Rest&... rest) {
  if constexpr (MaskArray<First>) {
    const std::array<Slice, std::size_t(rank_of<First>)> masked{};
    const auto others = std::apply(
        [&](const auto&... axes) { return as_array(index(x, axes..., rest...)); }, masked);
    const auto changed = with_masked(others, value, part, first);
    return std::apply(
        [&](const auto&... axes) { return with_slices(x, changed, axes..., rest...); }, masked);
  } else {
    static_assert(rank_of_value<V> == 0,
                  "relatile: where a mask is not the first index, one value is assigned to all "
                  "places; else use where");
    Extents wide = Extents::filled(N, 1);
    int axis = 0;
    Array<bool, 1> mask;
    const auto find = [&](const auto& one) {
      if constexpr (MaskArray<std::remove_cvref_t<decltype(one)>>) {
        wide[axis] = x.shape(axis);
        mask = one;
      }
      ++axis;
    };
    (find(first), ..., find(rest));
    const Array<T, N> assigned =
        with_slices(x, value, whole_axis_for_array(first), whole_axis_for_array(rest)...);
    return where(reshape<N>(mask, wide), assigned, x);
  }
}

/// An array of integers after slices: what slices leave is turned so that it names rows.
template <class T, int N, class V, class... Indices>
Array<T, N> with_indices_among(const Array<T, N>& x, const V& value, const Extents& part,
                               const Indices&... indices) {
  constexpr std::array<bool, sizeof...(Indices)> is_array{IndexArray<Indices>...};
  constexpr int place = int(std::find(is_array.begin(), is_array.end(), true) - is_array.begin());
  constexpr int rank = (0 + ... + rank_of_index<Indices>());
  const Array<T, N> others = as_array(index(x, whole_axis_for_array(indices)...));
  const Array<T, N> turned(moveaxis_node(to_node(others), {place}, {0}));
  const auto with = [&](const auto& values) {
    const Array<T, N> rows = with_rows(turned, values, std::get<place>(std::tie(indices...)));
    return Array<T, N>(moveaxis_node(rows.node(), {0}, {place}));
  };
  if constexpr (!ArrayExpression<V>) {
    return with_slices(x, with(value), whole_axis_for_array(indices)...);
  } else {
    constexpr int wide = N - 1 + rank;
    const Array<T, wide> values =
        broadcast_to<wide>(Array<T, rank_of_value<V>>(values_node<T>(value)), part);
    std::vector<int> first_axes(rank);
    std::iota(first_axes.begin(), first_axes.end(), 0);
    std::vector<int> own_axes(rank);
    std::iota(own_axes.begin(), own_axes.end(), place);
    const Array<T, wide> first(moveaxis_node(to_node(values), own_axes, first_axes));
    return with_slices(x, with(first), whole_axis_for_array(indices)...);
  }
}

/// By what the part of an array that is assigned to is named.
enum class PartKind { slices, mask, mask_among, mesh, places, rows, indices_among, unknown };

template <class I>
inline constexpr bool is_mesh = false;
template <int K>
inline constexpr bool is_mesh<OpenMesh<K>> = true;

template <class First, class... Rest>
constexpr PartKind part_kind() {
  constexpr int others = int(sizeof...(Rest));
  constexpr int masks = (int(MaskArray<First>) + ... + int(MaskArray<Rest>));
  constexpr int arrays = (int(IndexArray<First>) + ... + int(IndexArray<Rest>));
  constexpr int plain = (int(is_plain_index<First>) + ... + int(is_plain_index<Rest>));
  constexpr int parts =
      (int(std::is_same_v<First, Slice>) + ... + int(std::is_same_v<Rest, Slice>));
  if (is_mesh<First> && others == 0) return PartKind::mesh;
  if (masks == 1 && others == 0) return PartKind::mask;
  if (masks == 1 && plain == others) return PartKind::mask_among;
  if (IndexArray<First> && parts == others) return PartKind::rows;
  if (arrays == others + 1) return PartKind::places;
  if (arrays == 1 && parts == others) return PartKind::indices_among;
  return masks == 0 && arrays == 0 ? PartKind::slices : PartKind::unknown;
}

template <class T, int N, class V, class First, class... Rest>
Array<T, N> with_part(const Array<T, N>& x, const V& value, const Extents& part, const First& first,
                      const Rest&... rest) {
  constexpr PartKind kind = part_kind<First, Rest...>();
  if constexpr (kind == PartKind::slices) {
    return with_slices(x, value, first, rest...);
  } else if constexpr (kind == PartKind::mask) {
    return with_masked(x, value, part, first);
  } else if constexpr (kind == PartKind::mask_among) {
    return with_mask_among(x, value, part, first, rest...);
  } else if constexpr (kind == PartKind::mesh) {
    return std::apply([&](const auto&... each) { return with_places(x, value, each...); },
                      first.indices);
  } else if constexpr (kind == PartKind::places) {
    return with_places(x, value, first, rest...);
  } else if constexpr (kind == PartKind::rows) {
    if ((rest.is_whole() && ...)) return with_rows(x, value, first);
    const Array<T, N> rows = as_array(index(x, Slice{}, rest...));
    return with_slices(x, with_rows(rows, value, first), Slice{}, rest...);
  } else {
    return with_indices_among(x, value, part, first, rest...);
  }
}

}  // namespace detail

template <class T, int N, class... Indices>
template <class Value, class Change>
void ArrayPart<T, N, Indices...>::change(const Value& value, const Change& change) && {
  constexpr int masks = (0 + ... + int(detail::MaskArray<Indices>));
  constexpr int plain = (0 + ... + int(detail::is_plain_index<Indices>));
  // One number for all that a mask holds true: nothing has to be taken out of the array.
  if constexpr (masks == 1 && masks + plain == int(sizeof...(Indices)) && !ArrayExpression<Value>) {
    const Array<bool, N> chosen = std::apply(
        [&](const Indices&... indices) {
          return detail::with_part(zeros<bool, N>(whole_->shape()), true, Own::shape(), indices...);
        },
        indices_);
    *whole_ = where(chosen, astype<T>(change(*whole_, value)), *whole_);
  } else {
    std::move(*this).assign(change(static_cast<const Own&>(*this), value));
  }
}

template <class T, int N, class... Indices>
template <class Value>
void ArrayPart<T, N, Indices...>::assign(const Value& value) && {
  constexpr bool known = detail::part_kind<Indices...>() != detail::PartKind::unknown;
  static_assert(known,
                "relatile: to assign to a part, say where it is by slices and positions, by a "
                "mask, by one array of integers among slices, or by arrays of integers for the "
                "first axes; ix_(i, j) has every pair of rows and columns");
  constexpr bool foreign = detail::NoOperand<Value>;
  static_assert(!foreign,
                "relatile: what is assigned to a part is an array or a number; make an array of a "
                "std::vector: x(0) = array(v)");
  if constexpr (known && !foreign) {
    *whole_ = std::apply(
        [&](const Indices&... indices) {
          return detail::with_part(*whole_, value, Own::shape(), indices...);
        },
        indices_);
  }
}

/// x with `values` in the places that `indices` name of its elements in row-major order: numpy.put,
/// but of a new array. Where there are fewer values they begin anew; of repeated indices the last
/// counts.
///
///   errors  ShapeMismatch for no values; KernelError on all ranks, when it is computed, for an
///           index out of bounds
template <ArrayExpression E, detail::IndexArray I, class V>
[[nodiscard("makes a new array: x = put(x, indices, values)")]] auto put(
    const E& x, const I& indices, const V& values, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = element_of<E>;
  const Array<T, 1> flat = ravel(x);
  const auto places = ravel(indices);
  if constexpr (ArrayExpression<V>) {
    const Array<T, 1> given = ravel(astype<T>(values));
    const auto in_turn = detail::taken_in_turn("put", given, arange<std::int64_t>(places.size()));
    return reshape<rank_of<E>>(detail::with_rows(flat, in_turn, places), shape_of(x));
  } else {
    return reshape<rank_of<E>>(detail::with_rows(flat, values, places), shape_of(x));
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/update.hpp"
#endif
