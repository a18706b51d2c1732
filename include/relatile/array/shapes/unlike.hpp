// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>

#include "relatile/array/shapes/joining.hpp"

// What is no list of arrays to join, refused with advice: arrays without braces, and braces around
// arrays of which no C++ function can tell what their promoted type is.

namespace relatile {

namespace detail {

/// What a function would give that is refused: it may stand for any array, so that the refusal
/// stays the only error.
struct Refused {
  template <class T, int N>
  operator Array<T, N>() const {  // NOLINT: it is never made
    return {};
  }
};

/// Braces around arrays that are no list of Listed; as a default argument it is deduced of them.
using UnlikeList = std::initializer_list<Unlike>;
/// Instead of a list, arrays by themselves or braces around unlike ones.
template <class X>
concept NoArrayList = ArrayExpression<X> || std::is_same_v<X, UnlikeList>;

}  // namespace detail

template <detail::NoArrayList X = detail::UnlikeList, class... More>
detail::Refused concatenate(const X&, const More&...) {
  constexpr bool in_braces = !ArrayExpression<X>;
  static_assert(in_braces, "relatile: concatenate: arrays go in braces: concatenate({x, y}, axis)");
  static_assert(
      !in_braces,
      "relatile: concatenate: arrays in braces have one element type and as many dimensions, "
      "and are all dense or all sparse; promote dense ones by concatenate(std::tuple(x, y))");
  return {};
}
template <detail::NoArrayList X = detail::UnlikeList, class... More>
detail::Refused stack(const X&, const More&...) {
  constexpr bool in_braces = !ArrayExpression<X>;
  static_assert(in_braces, "relatile: stack: arrays go in braces: stack({x, y}, axis)");
  static_assert(!in_braces,
                "relatile: stack: arrays in braces have one element type and as many dimensions; "
                "promote them by stack(std::tuple(x, y))");
  return {};
}
template <detail::NoArrayList X = detail::UnlikeList, class... More>
detail::Refused vstack(const X&, const More&...) {
  constexpr bool in_braces = !ArrayExpression<X>;
  static_assert(in_braces, "relatile: vstack: arrays go in braces: vstack({x, y})");
  static_assert(!in_braces,
                "relatile: vstack: arrays in braces have one element type and as many dimensions, "
                "and are all dense or all sparse; promote dense ones by vstack(std::tuple(x, y))");
  return {};
}
template <detail::NoArrayList X = detail::UnlikeList, class... More>
detail::Refused row_stack(const X&, const More&...) {
  constexpr bool in_braces = !ArrayExpression<X>;
  static_assert(in_braces, "relatile: row_stack: arrays go in braces: row_stack({x, y})");
  static_assert(!in_braces,
                "relatile: row_stack: arrays in braces have one element type and as many "
                "dimensions; promote them by row_stack(std::tuple(x, y))");
  return {};
}
template <detail::NoArrayList X = detail::UnlikeList, class... More>
detail::Refused hstack(const X&, const More&...) {
  constexpr bool in_braces = !ArrayExpression<X>;
  static_assert(in_braces, "relatile: hstack: arrays go in braces: hstack({x, y})");
  static_assert(!in_braces,
                "relatile: hstack: arrays in braces have one element type and as many dimensions, "
                "and are all dense or all sparse; promote dense ones by hstack(std::tuple(x, y))");
  return {};
}
template <detail::NoArrayList X = detail::UnlikeList, class... More>
detail::Refused dstack(const X&, const More&...) {
  constexpr bool in_braces = !ArrayExpression<X>;
  static_assert(in_braces, "relatile: dstack: arrays go in braces: dstack({x, y})");
  static_assert(!in_braces,
                "relatile: dstack: arrays in braces have one element type and as many dimensions; "
                "promote them by dstack(std::tuple(x, y))");
  return {};
}
template <detail::NoArrayList X = detail::UnlikeList, class... More>
detail::Refused column_stack(const X&, const More&...) {
  constexpr bool in_braces = !ArrayExpression<X>;
  static_assert(in_braces, "relatile: column_stack: arrays go in braces: column_stack({x, y})");
  static_assert(!in_braces,
                "relatile: column_stack: arrays in braces have one element type and as many "
                "dimensions; promote them by column_stack(std::tuple(x, y))");
  return {};
}
template <detail::NoArrayList X = detail::UnlikeList, class... More>
detail::Refused lexsort(const X&, const More&...) {
  constexpr bool in_braces = !ArrayExpression<X>;
  static_assert(in_braces, "relatile: lexsort: keys go in braces: lexsort({x, y})");
  static_assert(!in_braces,
                "relatile: lexsort: keys in braces are vectors of one element type; others by "
                "lexsort(std::tuple(x, y))");
  return {};
}
/// Of rows in braces, or of arrays by themselves.
template <class X = std::initializer_list<detail::UnlikeList>, class... More>
  requires(ArrayExpression<X> || std::is_same_v<X, std::initializer_list<detail::UnlikeList>>)
detail::Refused block(const X&, const More&...) {
  constexpr bool in_braces = !ArrayExpression<X>;
  static_assert(in_braces, "relatile: block: rows of arrays go in braces: block({{a, b}, {c, d}})");
  static_assert(!in_braces,
                "relatile: block: arrays in braces are matrices of one element type; convert them: "
                "astype<double>(x), reshape(x, {1, -1})");
  return {};
}

}  // namespace relatile
