// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <type_traits>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/view.hpp"

// Sums that are equal to the last bit on any number of ranks and threads, wherever the elements
// lie. sum() adds up what each rank and thread has, and so rounds differently on another number of
// them.

namespace relatile {

namespace detail {

/// The sum of lines along `axis`, which stays with extent one: of blocks, as many as the extent
/// says, and then of their sums, by one site.
template <class T>
tra::NodePtr reproducible_sum_node(const tra::NodePtr& x, int axis);

template <class T>
using summed_t = std::conditional_t<std::is_integral_v<T>, double, T>;

}  // namespace detail

/// The sums of x along `axis`, in an order of additions that depends on x's shape alone; whole
/// numbers, whose sums are exact anyway, are added as double. At most n/1024 numbers are sent for
/// each line of n.
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
auto reproducible_sum(const E& x, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> >= 1, "relatile: reproducible_sum: x has no axis");
  using T = detail::summed_t<element_of<E>>;
  const int at = detail::normal_axis("reproducible_sum", axis, rank_of<E>);
  return squeeze(Array<T, rank_of<E>>(
                     detail::reproducible_sum_node<canonical_t<T>>(to_node(astype<T>(x)), at)),
                 at, line);
}
/// The sum of all elements, in row-major order.
template <ArrayExpression E>
auto reproducible_sum(const E& x, SourceLine line = SourceLine::current()) {
  return reproducible_sum(ravel(x, line), 0, line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/lines/impl/reproducible.hpp"
#endif
