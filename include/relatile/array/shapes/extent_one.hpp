// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "relatile/array/reduction_options.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/tra/indexing.hpp"

// Several axes of extent one, made or left out at once, as views.

namespace relatile {

namespace detail {

/// x without the last K of rising axes, the last first, so that the others stay where they are.
template <std::size_t K, ArrayExpression E>
auto squeezed(const E& x, const std::vector<int>& rising) {
  if constexpr (K == 0) {
    return as_array(x);
  } else {
    return squeezed<K - 1>(squeeze(x, rising[K - 1]), rising);
  }
}
/// x with the last K of rising axes of the result, the first first.
template <std::size_t K, ArrayExpression E>
auto expanded(const E& x, const std::vector<int>& rising) {
  if constexpr (K == 0) {
    return as_array(x);
  } else {
    return expanded<K - 1>(expand_dims(x, rising[rising.size() - K]), rising);
  }
}

}  // namespace detail

/// x without several axes, which have extent one: squeeze(x, axis(0, 2)), or squeeze(x, {0, 2}).
///
///   errors  ShapeMismatch for an axis that x lacks, one named twice, or one of another extent
template <ArrayExpression E, int K>
auto squeeze(const E& x, const Axes<K>& axes, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(K <= rank_of<E>, "relatile: squeeze: more axes are named than the array has");
  if constexpr (K <= rank_of<E>) {
    const auto rising =
        detail::normal_axes("squeeze", {axes.values.begin(), axes.values.end()}, rank_of<E>);
    for (const int axis : rising) detail::require_extent_one(shape_of(x), axis);
    return detail::squeezed<std::size_t(K)>(x, rising);
  } else {
    return as_array(x);
  }
}
/// x with several new axes of extent one, at these positions of the result: expand_dims(x, axis(0,
/// -1)), or expand_dims(x, {0, -1}).
///
///   errors  ShapeMismatch for an axis that the result lacks, or one named twice
template <ArrayExpression E, int K>
auto expand_dims(const E& x, const Axes<K>& axes, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto rising =
      detail::normal_axes("expand_dims", {axes.values.begin(), axes.values.end()}, rank_of<E> + K);
  return detail::expanded<std::size_t(K)>(x, rising);
}
// In braces; of one axis they are a number.
template <ArrayExpression E, std::size_t K>
  requires(K > 1)
auto squeeze(const E& x, const int (&axes)[K], SourceLine line = SourceLine::current()) {
  return squeeze(x, Axes<int(K)>{std::to_array(axes)}, line);
}
template <ArrayExpression E, std::size_t K>
  requires(K > 1)
auto expand_dims(const E& x, const int (&axes)[K], SourceLine line = SourceLine::current()) {
  return expand_dims(x, Axes<int(K)>{std::to_array(axes)}, line);
}

/// Refused: which axes have extent one is known too late for the type of the result.
template <ArrayExpression E>
auto squeeze(const E& x) {
  static_assert(sizeof(E) == 0,
                "relatile: squeeze: name the axes that go, squeeze(x, 0) or squeeze(x, axis(0, "
                "2)): the number of dimensions is part of an array's type");
  return as_array(x);
}

}  // namespace relatile
