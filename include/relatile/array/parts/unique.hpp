// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "relatile/array/creation.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/compress.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"

// The different elements of an array, by a sort. How many there are is computed at once, so that
// these functions are collective. NaN counts as one element, wherever it stands.

namespace relatile {

/// Different elements, and how often each occurs.
template <class T>
struct UniqueCounts {
  Array<T, 1> values;
  Array<std::int64_t, 1> counts;
};
/// Different elements, and at which place among them each element of x is: values(inverse_indices)
/// is x.
template <class T, int N>
struct UniqueInverse {
  Array<T, 1> values;
  Array<std::int64_t, N> inverse_indices;
};
/// Both, and where in ravel(x) each of the different elements first occurs.
template <class T, int N>
struct UniqueAll {
  Array<T, 1> values;
  Array<std::int64_t, 1> indices;
  Array<std::int64_t, N> inverse_indices;
  Array<std::int64_t, 1> counts;
};

namespace detail {

/// The elements of a sorted vector that differ from the one before.
template <class T>
Array<bool, 1> first_of_each(const Array<T, 1>& sorted) {
  const auto before = sorted(slice(0, -1));
  const auto after = sorted(slice(1));
  const Array<bool, 1> first = ones<bool>({sorted.shape(0) > 0 ? 1 : 0});
  if constexpr (std::is_floating_point_v<T> || is_complex_v<T>) {  // NumPy counts all NaN as one
    const Array<bool, 1> differ = before != after && !(isnan(before) && isnan(after));
    return concatenate({first, differ});
  } else {
    const Array<bool, 1> differ = before != after;
    return concatenate({first, differ});
  }
}

/// How far it is from each true element to the next one, or to the end. Collective.
Array<std::int64_t, 1> lengths_from(const Array<bool, 1>& first);

}  // namespace detail

/// The different elements of x in order: numpy.unique.
template <ArrayExpression E>
Array<element_of<E>, 1> unique(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Array<element_of<E>, 1> sorted = sort(ravel(x));
  return compress(detail::first_of_each(sorted), sorted);
}
/// The same: NumPy 2's numpy.unique_values.
template <ArrayExpression E>
Array<element_of<E>, 1> unique_values(const E& x, SourceLine line = SourceLine::current()) {
  return unique(x, line);
}
/// And how often each occurs: numpy.unique(x, return_counts=True), NumPy 2's numpy.unique_counts.
template <ArrayExpression E>
UniqueCounts<element_of<E>> unique_counts(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Array<element_of<E>, 1> sorted = sort(ravel(x));
  const Array<bool, 1> first = detail::first_of_each(sorted);
  return {compress(first, sorted), detail::lengths_from(first)};
}
/// And the place of each element of x among them: numpy.unique(x, return_inverse=True), NumPy 2's
/// numpy.unique_inverse. Every site needs all that differ.
template <ArrayExpression E>
UniqueInverse<element_of<E>, rank_of<E>> unique_inverse(const E& x,
                                                        SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto values = unique(x);
  return {values, searchsorted(values, x)};
}
/// All of these, and where each first occurs in ravel(x): numpy.unique(x, return_index=True,
/// return_inverse=True, return_counts=True), NumPy 2's numpy.unique_all. What is not used is not
/// computed, but for the numbers of them.
template <ArrayExpression E>
UniqueAll<element_of<E>, rank_of<E>> unique_all(const E& x,
                                                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Array<element_of<E>, 1> flat = ravel(x);
  const Array<std::int64_t, 1> order = argsort(flat);
  const Array<element_of<E>, 1> sorted = take(flat, order);
  const Array<bool, 1> first = detail::first_of_each(sorted);
  const Array<element_of<E>, 1> values = compress(first, sorted);
  return {values, compress(first, order), searchsorted(values, x), detail::lengths_from(first)};
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/unique.hpp"
#endif
