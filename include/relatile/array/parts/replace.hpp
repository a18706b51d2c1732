// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "relatile/array/choices.hpp"
#include "relatile/array/parts/update.hpp"
#include "relatile/core/definitions.hpp"

// Elements put where masks and indices say, as new arrays: arrays are values.

namespace relatile {

namespace detail {

/// ShapeMismatch, for a mode that there is not.
[[noreturn]] void refuse_choice_mode(std::string_view mode);

/// An index of `count` choices as `mode` takes it.
template <ArrayExpression I>
auto index_of_choice(const I& indices, std::int64_t count, std::string_view mode) {
  const Array<std::int64_t, rank_of<I>> whole = astype<std::int64_t>(indices);
  if (mode == "wrap") return as_array(whole % count);
  if (mode == "clip") return as_array(clip(whole, std::int64_t{0}, count - 1));
  if (mode != "raise") refuse_choice_mode(mode);
  return as_array(vectorize(PlaceFromStart{count}, {.name = "choose"})(whole));
}

template <class T, std::size_t K, class I, class Choices>
auto chosen_by(const I& indices, const Choices& choices) {
  if constexpr (K + 1 == std::tuple_size_v<Choices>) {
    return as_elements<T>(std::get<K>(choices));
  } else {
    return where(indices == std::int64_t(K), as_elements<T>(std::get<K>(choices)),
                 chosen_by<T, K + 1>(indices, choices));
  }
}

}  // namespace detail

/// For every place the element of the choice that `indices` names there: numpy.choose(indices,
/// choices, mode), choices a std::tuple of arrays and numbers, which are broadcast together and
/// promoted: choose(i, std::tuple(x, y, 0)). Modes are NumPy's `raise`, `wrap` and `clip`.
///
///   errors  ShapeMismatch for another mode, or if they do not broadcast together; KernelError on
///           all ranks, when it is computed, for an index out of bounds
template <detail::IndexArray I, class... Choices>
  requires(sizeof...(Choices) > 0)
auto choose(const I& indices, const std::tuple<Choices...>& choices,
            std::string_view mode = "raise", SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = detail::chosen_type<Choices...>;
  const auto place = detail::index_of_choice(indices, std::int64_t(sizeof...(Choices)), mode);
  if constexpr (sizeof...(Choices) == 1) {
    return as_array(where(place == 0, detail::as_elements<T>(std::get<0>(choices)), T(0)));
  } else {
    return as_array(detail::chosen_by<T, 0>(place, choices));
  }
}

/// The same of choices in braces, arrays of one element type and as many dimensions: choose(i, {x,
/// -x}).
template <detail::IndexArray I, class T, int N>
auto choose(const I& indices, std::initializer_list<detail::Listed<T, N>> choices,
            std::string_view mode = "raise", SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto place = detail::index_of_choice(indices, std::int64_t(choices.size()), mode);
  const std::vector<detail::Listed<T, N>> given(choices);
  const auto choice = [&](std::size_t k) { return Array<T, N>(given[k].listed_node()); };
  auto chosen = as_array(where(place == 0, choice(0), T(0)));
  for (std::size_t k = 1; k < given.size(); ++k) {
    chosen = where(place == std::int64_t(k), choice(k), chosen);
  }
  return chosen;
}

/// x with the elements of `values`, one after the other and again from the first, where the mask is
/// true: numpy.place(x, mask, values).
///
///   errors  ShapeMismatch for a mask of another shape, or values without elements
template <ArrayExpression E, ArrayExpression M, ArrayExpression V>
[[nodiscard("makes a new array: x = place(x, mask, values)")]] auto place(
    const E& x, const M& mask, const V& values, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == rank_of<M>, "relatile: place: the mask has the shape of x");
  detail::check_mask("place", shape_of(mask), shape_of(x));
  const Array<bool, rank_of<E>> which = detail::as_mask(mask);
  const Array<element_of<E>, 1> given = ravel(astype<element_of<E>>(values));
  const auto number = detail::numbers_of_true(ravel(which));
  const auto rows = detail::taken_in_turn("place", given, number);
  return as_array(where(which, reshape<rank_of<E>>(rows, shape_of(x)), x));
}
/// x with the element of `values` that stands at its own row-major place, again from the first
/// where they are fewer, where the mask is true: numpy.putmask(x, mask, values).
///
///   errors  as of place
template <ArrayExpression E, ArrayExpression M, ArrayExpression V>
auto putmask(const E& x, const M& mask, const V& values, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == rank_of<M>, "relatile: putmask: the mask has the shape of x");
  detail::check_mask("putmask", shape_of(mask), shape_of(x));
  const Array<element_of<E>, 1> given = ravel(astype<element_of<E>>(values));
  const std::int64_t size = volume(shape_of(x));
  const auto rows = given.shape(0) == size
                        ? given
                        : detail::taken_in_turn("putmask", given, arange<std::int64_t>(size));
  return as_array(where(detail::as_mask(mask), reshape<rank_of<E>>(rows, shape_of(x)), x));
}
/// The same of one number.
template <ArrayExpression E, ArrayExpression M>
auto putmask(const E& x, const M& mask, const element_of<E>& value,
             SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == rank_of<M>, "relatile: putmask: the mask has the shape of x");
  detail::check_mask("putmask", shape_of(mask), shape_of(x));
  return as_array(where(detail::as_mask(mask), value, x));
}

/// x with `values` along `axis` where `indices`, of as many axes, name elements for every place of
/// the other axes: numpy.put_along_axis, but of a new array. Of repeated indices the last counts;
/// values, and axes of indices but the one, are broadcast.
///
///   errors  ShapeMismatch for an axis that x lacks, or if they do not broadcast; KernelError on
///           all ranks, when it is computed, for an index out of bounds
template <ArrayExpression E, detail::IndexArray I, class V>
[[nodiscard("makes a new array: x = put_along_axis(x, indices, values, axis)")]] auto
put_along_axis(const E& x, const I& indices, const V& values, int axis,
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<E>;
  static_assert(rank_of<I> == N,
                "relatile: put_along_axis: x and indices must have as many dimensions");
  const int at = detail::normal_axis("put_along_axis", axis, N);
  const Extents shape = shape_of(x);
  Extents places = shape;
  places[at] = shape_of(indices)[at];
  const Array<std::int64_t, N> along =
      broadcast_to<N>(Array<std::int64_t, N>(astype<std::int64_t>(indices)), places);
  const auto coordinates = [&]<std::size_t... D>(std::index_sequence<D...>) {
    return std::array<Array<std::int64_t, N>, std::size_t(N)>{
        (int(D) == at ? along : detail::coordinate<N>(places, int(D)))...};
  }
  (std::make_index_sequence<std::size_t(N)>{});
  const Array<element_of<E>, N> array = as_array(x);
  return std::apply(
      [&](const auto&... each) { return detail::with_places(array, values, each...); },
      coordinates);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/replace.hpp"
#endif
