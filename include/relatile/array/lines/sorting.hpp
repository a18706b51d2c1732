// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"

// Order: numpy.sort and its relatives. Each line along the axis is sorted by a site that has it
// whole, so many lines are sorted by all sites where they are. A vector of 2^18 elements or more is
// sorted by all sites (long_sort.hpp), and partitioned without a sort (long_select.hpp), at once:
// then these functions are collective.

namespace relatile {

namespace detail {

/// Which function of whole lines.
enum class Ordering : std::uint8_t { sorted, order };
template <class T>
tra::NodePtr ordered_node(const std::string& name, const tra::NodePtr& x, int axis,
                          Ordering ordering);
/// The lines, or where their elements stand, with the element at `kth` where sort would put it.
template <class T>
tra::NodePtr partition_node(const std::string& name, const tra::NodePtr& x, std::int64_t kth,
                            int axis, Ordering ordering);
/// For each element of `values` the element that `search` finds for it by the vector `table`: a
/// place, if nothing else is said.
tra::NodePtr places_node(LineKernel search, const tra::NodePtr& table, const tra::NodePtr& values,
                         Flops flops, ElementType found = element_type_of<std::int64_t>());
/// For each element of `values` its place in the vector `sorted`.
template <class T>
tra::NodePtr search_node(const tra::NodePtr& sorted, const tra::NodePtr& values, bool right);
/// Whether each element of `values` is among those of the vector `sorted`.
template <class T>
tra::NodePtr is_among_node(const tra::NodePtr& sorted, const tra::NodePtr& values);
/// For each element of `values` the number of its bin between `edges` that rise or fall.
template <class T>
tra::NodePtr bin_number_node(const tra::NodePtr& edges, const tra::NodePtr& values, bool right);

/// Throws ShapeMismatch for keys of lexsort of different lengths.
void require_like_key(const Extents& first, const Extents& key);

template <ArrayExpression E>
void require_order() {
  static_assert(is_scalar_type_v<element_of<E>>, "relatile: sort: of numbers of NumPy's types");
  static_assert(rank_of<E> >= 1, "relatile: sort: x has no axis");
}

}  // namespace detail

/// The lines of x along `axis` in order, NaN last: numpy.sort.
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
auto sort(const E& x, int axis = -1, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_order<E>();
  using T = element_of<E>;
  return Array<T, rank_of<E>>(
      detail::ordered_node<canonical_t<T>>("sort", to_node(x), axis, detail::Ordering::sorted));
}
/// sort(x, 0): numpy.msort.
template <ArrayExpression E>
auto msort(const E& x, SourceLine line = SourceLine::current()) {
  return sort(x, 0, line);
}
/// The lines of x along the last axis in order, as complex numbers: numpy.sort_complex.
template <ArrayExpression E>
auto sort_complex(const E& x, SourceLine line = SourceLine::current()) {
  using T = element_of<E>;
  constexpr bool small = is_integer_v<T> && sizeof(T) <= 2;
  using Number = std::conditional_t<small, float, double>;
  return sort(astype<std::conditional_t<is_complex_v<T>, T, std::complex<Number>>>(x), -1, line);
}
/// Where along `axis` the elements stand that sort puts first, second, ...: numpy.argsort; equal
/// ones in their order, as with kind='stable'.
template <ArrayExpression E>
auto argsort(const E& x, int axis = -1, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_order<E>();
  return Array<std::int64_t, rank_of<E>>(detail::ordered_node<canonical_t<element_of<E>>>(
      "argsort", to_node(x), axis, detail::Ordering::order));
}
/// x with the element at `kth` of each line where sort would put it, none greater before and none
/// less after it: numpy.partition. A negative `kth` counts from the end.
///
///   errors  ShapeMismatch for an axis that x lacks, or a `kth` that lines lack
template <ArrayExpression E>
auto partition(const E& x, std::int64_t kth, int axis = -1,
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_order<E>();
  using T = element_of<E>;
  return Array<T, rank_of<E>>(detail::partition_node<canonical_t<T>>(
      "partition", to_node(x), kth, axis, detail::Ordering::sorted));
}
/// Where the elements stand that a partition puts first, second, ...: numpy.argpartition.
///
///   errors  as of partition
template <ArrayExpression E>
auto argpartition(const E& x, std::int64_t kth, int axis = -1,
                  SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_order<E>();
  return Array<std::int64_t, rank_of<E>>(detail::partition_node<canonical_t<element_of<E>>>(
      "argpartition", to_node(x), kth, axis, detail::Ordering::order));
}
/// The order of rows by the last of `keys`, equal ones by the one before it, and so on:
/// numpy.lexsort. Keys are vectors in braces or in a std::vector, of several element types in a
/// std::tuple.
///
///   errors  ShapeMismatch for no keys, or keys of different lengths
template <ArrayExpression First, ArrayExpression... More>
Array<std::int64_t, 1> lexsort(const std::tuple<First, More...>& keys,
                               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<First> == 1 && ((rank_of<More> == 1) && ...),
                "relatile: lexsort: keys are vectors");
  return std::apply(
      [](const auto& first, const auto&... more) {
        Array<std::int64_t, 1> order = argsort(first);
        ((detail::require_like_key(shape_of(first), shape_of(more)),
          order = as_array(order(argsort(as_array(more)(order))))),
         ...);
        return order;
      },
      keys);
}
template <class T>
Array<std::int64_t, 1> lexsort(const std::vector<Array<T, 1>>& keys,
                               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if (keys.empty()) throw ShapeMismatch("relatile: lexsort: by no keys");
  Array<std::int64_t, 1> order = argsort(keys[0]);
  for (std::size_t k = 1; k < keys.size(); ++k) {
    detail::require_like_key(keys[0].shape(), keys[k].shape());
    order = order(argsort(keys[k](order)));
  }
  return order;
}
template <class T>
Array<std::int64_t, 1> lexsort(std::initializer_list<detail::Listed<T, 1>> keys,
                               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  std::vector<Array<T, 1>> arrays;
  for (const auto& key : keys) arrays.emplace_back(key.listed_node());
  return lexsort(arrays);
}

/// Before which element of the vector `sorted` each of `values` belongs, so that it stays in order:
/// numpy.searchsorted. `side` is "left", before equal ones, or "right", after them. Every site
/// needs all of `sorted`, of whose order it takes the caller's word, as NumPy does: places in a
/// vector that does not rise mean nothing.
///
///   errors  ShapeMismatch for another side
template <ArrayExpression S, class V>
auto searchsorted(const S& sorted, const V& values, std::string_view side = "left",
                  SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<S> == 1, "relatile: searchsorted: in a vector");
  if (side != "left" && side != "right") {
    throw ShapeMismatch("relatile: searchsorted: there is no side '" + std::string(side) +
                        "'; there are left and right");
  }
  if constexpr (ArrayExpression<V>) {
    using T = promote_t<element_of<S>, element_of<V>>;
    return Array<std::int64_t, rank_of<V>>(detail::search_node<canonical_t<T>>(
        to_node(astype<T>(sorted)), to_node(astype<T>(values)), side == "right"));
  } else {
    return searchsorted(sorted, detail::full<V, 0>({}, values), side, line);
  }
}
/// In which of the bins between the edges `bins`, a vector that rises or falls, each element of x
/// is: numpy.digitize. The bin i has bins[i-1] <= x < bins[i], or with `right` bins[i-1] < x <=
/// bins[i]; of edges that fall, bins[i-1] > x >= bins[i], or bins[i-1] >= x > bins[i]. Every site
/// needs all of `bins`.
///
///   errors  KernelError on all ranks, when it is computed, for edges that neither rise nor fall
template <ArrayExpression E, ArrayExpression B>
auto digitize(const E& x, const B& bins, bool right = false,
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<B> == 1, "relatile: digitize: the edges are a vector");
  using T = promote_t<element_of<B>, element_of<E>>;
  return Array<std::int64_t, rank_of<E>>(detail::bin_number_node<canonical_t<T>>(
      to_node(astype<T>(bins)), to_node(astype<T>(x)), right));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/lines/impl/sorting.hpp"
#endif
