// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "relatile/array/creation.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/linalg/labelling.hpp"

namespace relatile {

namespace detail {

/// The n-th number of every vector along the last axis.
template <ArrayExpression E>
auto component(const E& x, std::int64_t n) {
  return [&]<std::size_t... D>(std::index_sequence<D...>) {
    return index(as_array(x), (static_cast<void>(D), all_of_axis)..., n);
  }
  (std::make_index_sequence<std::size_t(rank_of<E>) - 1>{});
}

/// The components of vectors, each in the place `shift` before its own, around in a circle. The
/// third one of a vector of two is zero.
template <ArrayExpression E>
auto turned(const E& x, std::int64_t shift) {
  const auto place = from_function({3}, [shift](std::int64_t i) { return (i + shift) % 3; });
  if (shape_of(x).back() == 3) return as_array(take(x, place, -1));
  const auto there = take(x, minimum(place, 1), -1);
  return as_array(where(place < 2, there, element_of<E>(0)));
}

}  // namespace detail

/// numpy.cross along the last axis: of vectors of three components, or of two, whose third one is
/// zero, the vectors at right angles to both; axes before the last broadcast. cross<2>(a, b) takes
/// vectors of two components, and gives the third one of that, the only one that is not zero, as
/// NumPy does for such vectors.
///
///   errors  ShapeMismatch for vectors of other lengths, or axes that do not broadcast
template <int Components = 3, ArrayExpression A, ArrayExpression B>
auto cross(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(Components == 2 || Components == 3,
                "relatile: cross: vectors have two components, cross<2>(a, b), or three");
  static_assert(rank_of<A> > 0 && rank_of<B> > 0, "relatile: cross takes vectors");
  detail::require_vectors(shape_of(a), shape_of(b), Components);
  if constexpr (Components == 2) {
    return as_array(detail::component(a, 0) * detail::component(b, 1) -
                    detail::component(a, 1) * detail::component(b, 0));
  } else {
    return as_array(detail::turned(a, 1) * detail::turned(b, 2) -
                    detail::turned(a, 2) * detail::turned(b, 1));
  }
}

}  // namespace relatile
