// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "relatile/array/creation.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/number_as.hpp"
#include "relatile/expr/gather.hpp"
#include "relatile/expr/named.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/select.hpp"

// Elements added up where indices say: numpy.add.at and numpy.bincount. Sites add up what they
// have, and their sums are added, if that is cheaper than to bring all to where it belongs.

namespace relatile {

namespace detail {

/// What is combined where it meets: a reduction, and how single elements go into its results.
struct Combining {
  Reduction reduction;
  kernel::IntoResult into;
};

/// By `Op` of a canonical number type; compiled once.
template <class Op, class T>
Combining combining();

/// Of an array of `shape`, what `values` give to the rows that `indices` name: values broadcast to
/// the shape of `indices` and the axes of a row.
tra::NodePtr scatter_node(const std::string& name, const Extents& shape,
                          const tra::NodePtr& indices, const tra::NodePtr& values,
                          Combining combining);

/// Values of type T, of a number or an array.
template <class T, class V>
tra::NodePtr values_node(const V& values) {
  if constexpr (ArrayExpression<V>) {
    return to_node(astype<T>(values));
  } else {
    return full<T, 0>({}, number_as<T>("assign", values)).node();
  }
}

template <class Op, ArrayExpression E, IndexArray I, class V>
auto scattered(const std::string& name, const E& x, const I& indices, const V& values) {
  using T = element_of<E>;
  static_assert(rank_of<E> >= 1, "relatile: scatter: x has no axis that indices could name");
  return Array<T, rank_of<E>>(scatter_node(name, shape_of(x), as_indices(indices),
                                           values_node<T>(values),
                                           combining<Op, canonical_t<T>>()));
}

/// One more than the greatest of a vector of std::int64_t, and at least `minlength`. Collective.
///
///   errors  ShapeMismatch if there is a negative number
std::int64_t num_bins(const tra::NodePtr& numbers, std::int64_t minlength);
/// How often each number from 0 to `bins` - 1 is among numbers that are not below 0.
Array<std::int64_t, 1> counts_of_numbers(const Array<std::int64_t, 1>& numbers, std::int64_t bins);
/// No weights: what {} and std::nullopt convert to, and no array or number does.
struct NoWeights {
  NoWeights() = default;
  NoWeights(std::nullopt_t) {}  // NOLINT: NumPy's None
};
[[noreturn]] void refuse_weights(const Extents& numbers, const Extents& weights);

}  // namespace detail

/// x with values[i] added to x[indices[i]], repeated indices as often as they occur:
/// numpy.add.at(x, indices, values), but of a new array. `indices` name rows, the first axis of x;
/// values broadcast to the shape of `indices` followed by that of a row, and are converted to x's
/// type.
///
///   errors  ShapeMismatch where values do not broadcast; KernelError on all ranks, when it is
///           computed, for an index out of bounds
template <ArrayExpression E, detail::IndexArray I, class V>
auto scatter_add(const E& x, const I& indices, const V& values,
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return as_array(x + detail::scattered<kernel::Sum>("scatter_add", x, indices, values));
}
/// x with the least of x[indices[i]] and all values[i] there: numpy.minimum.at.
template <ArrayExpression E, detail::IndexArray I, class V>
auto scatter_min(const E& x, const I& indices, const V& values,
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return as_array(minimum(x, detail::scattered<kernel::Min>("scatter_min", x, indices, values)));
}
/// x with the greatest of x[indices[i]] and all values[i] there: numpy.maximum.at.
template <ArrayExpression E, detail::IndexArray I, class V>
auto scatter_max(const E& x, const I& indices, const V& values,
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return as_array(maximum(x, detail::scattered<kernel::Max>("scatter_max", x, indices, values)));
}

/// How often each number from 0 to the greatest of x occurs, or to minlength - 1 if that is more:
/// numpy.bincount(x, minlength=...). The greatest, which the result's shape depends on, is computed
/// at once. Collective.
///
///   errors  ShapeMismatch if there is a negative number, or minlength is one
template <detail::IndexArray I>
Array<std::int64_t, 1> bincount(const I& x, std::int64_t minlength = 0,
                                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<I> == 1, "relatile: bincount: x is a vector");
  const Array<std::int64_t, 1> numbers(detail::as_indices(x));
  return detail::counts_of_numbers(numbers, detail::num_bins(numbers.node(), minlength));
}
/// The sum of weights[i] over all i with x[i] = n, for every n: numpy.bincount(x, weights).
///
///   errors  ShapeMismatch if there is a negative number, or x and weights differ in shape
template <detail::IndexArray I, ArrayExpression W>
auto bincount(const I& x, const W& weights, std::int64_t minlength = 0,
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = std::conditional_t<is_complex_v<element_of<W>>, element_of<W>, double>;
  static_assert(rank_of<I> == 1 && rank_of<W> == 1,
                "relatile: bincount: x and weights are vectors, of one length");
  const Array<std::int64_t, 1> numbers(detail::as_indices(x));
  if (!(numbers.shape() == shape_of(weights)))
    detail::refuse_weights(numbers.shape(), shape_of(weights));
  const Extents shape{detail::num_bins(numbers.node(), minlength)};
  return Array<T, 1>(detail::scatter_node("bincount", shape, numbers.node(),
                                          to_node(astype<T>(weights)),
                                          detail::combining<kernel::Sum, T>()));
}

/// As NumPy has it without weights, numpy.bincount(x, None, n): bincount(x, {}, n).
template <detail::IndexArray I>
Array<std::int64_t, 1> bincount(const I& x, detail::NoWeights, std::int64_t minlength,
                                SourceLine line = SourceLine::current()) {
  return bincount(x, minlength, line);
}

/// Refused, as is the next.
template <ArrayExpression E, class... More>
  requires(!detail::IndexArray<E>)
Array<std::int64_t, 1> bincount(const E&, const More&...) {
  constexpr bool of_integers = detail::IndexArray<E>;
  static_assert(of_integers,
                "relatile: bincount: x is a vector of integers, not of other elements; convert it: "
                "astype<std::int64_t>(x)");
  return {};
}
template <ArrayExpression E>
  requires(!detail::IndexArray<E>)
Array<std::int64_t, 1> bincount(const E& x, detail::NoWeights, std::int64_t) { return bincount(x); }

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/scatter.hpp"
#endif
