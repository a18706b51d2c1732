// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/array/reductions/statistics.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/sparse/along_axis.hpp"
#include "relatile/sparse/entrywise/elementwise.hpp"

// What sum, max, prod, var and their like of sparse matrices compute. Each is of all places, or
// along an axis.

namespace relatile::detail {

template <class T>
auto sparse_sum(const SparseArray<T, 2>& s) {
  return sum(s.values());
}
template <class T>
auto sparse_sum(const SparseArray<T, 2>& s, int axis) {
  using S = sum_type<T>;
  return reduced_along<kernel::Sum, S>(astype<S>(s), sparse_axis("sum", axis));
}

/// The least or greatest, 0 among those where there are places without entries.
template <class Op, class T>
auto sparse_choice(const SparseArray<T, 2>& s) {
  require_elements(Op::name, s.shape(), {0, 1});
  const ReductionFunction<Op, Unchanged> reduce{};
  if (s.nnz() == 0) return detail::full<T, 0>(Extents{}, T(0));
  const auto chosen = as_array(reduce(s.values()));
  if (s.density() == 1) return chosen;
  return begun_with<Op>(chosen, Initial<T>{T(0)});
}
template <class Op, class T>
auto sparse_choice(const SparseArray<T, 2>& s, int axis) {
  const int at = sparse_axis(Op::name, axis);
  require_elements(Op::name, s.shape(), {at});
  const Array<T, 1> chosen = reduced_along<Op>(s, at);
  const auto counts = entries_along(s, at);
  const Array<T, 1> with_nothing = begun_with<Op>(chosen, Initial<T>{T(0)});
  return as_array(where(counts < s.shape(at), with_nothing, chosen));
}

/// How many entries along an axis, or of all, are not 0.
template <class T, class... A>
auto sparse_count(const SparseArray<T, 2>& s, const A&... axis) {
  const auto is_there = [&] {
    if constexpr (std::is_same_v<T, bool>) {
      return s;
    } else {
      return s.with_values(s.values() != T(0));
    }
  }();
  return sparse_sum(astype<std::int64_t>(is_there), axis...);
}

/// The product: 0 where there are places without entries, NaN beside an infinity or NaN.
template <class T>
auto sparse_prod(const SparseArray<T, 2>& s) {
  using P = sum_type<T>;
  const auto values = as_array(astype<P>(s.values()));
  if (s.density() == 1 || s.shape(0) == 0 || s.shape(1) == 0) return as_array(prod(values));
  return as_array(prod(values * P(0)) * P(0));
}
template <class T>
auto sparse_prod(const SparseArray<T, 2>& s, int axis) {
  using P = sum_type<T>;
  const int at = sparse_axis("prod", axis);
  const auto wide = astype<P>(s);
  return as_array(where(entries_along(s, at) < s.shape(at),
                        reduced_along<kernel::Prod>(wide * P(0), at) * P(0),
                        reduced_along<kernel::Prod>(wide, at)));
}

/// The variance in two passes: how far entries are from the mean, and as many zeros as there are
/// places without entries.
template <class T>
auto sparse_variance(const SparseArray<T, 2>& s, double ddof) {
  using M = promote_t<mean_type<T>, double>;
  const double count = places_along("var", s);
  const auto values = as_array(astype<M>(s.values()));
  const auto mean = as_array(sum(values) / M(count));
  const auto squares = sum(square(abs(values - mean)));
  const auto of_nothing = square(abs(mean)) * (count - static_cast<double>(s.nnz()));
  return as_array((squares + of_nothing) / std::max(count - ddof, 0.0));
}
template <class T>
auto sparse_variance(const SparseArray<T, 2>& s, double ddof, int axis) {
  using M = promote_t<mean_type<T>, double>;
  const int at = sparse_axis("var", axis);
  const double count = places_along("var", s, at);
  const auto wide = astype<M>(s);
  const auto mean = as_array(reduced_along<kernel::Sum>(wide, at) / M(count));
  const auto distance = wide.values() - elements_at(s.pattern(), expand_dims(mean, at));
  const auto squares =
      reduced_along<kernel::Sum>(s.with_values(as_array(square(abs(distance)))), at);
  const auto of_nothing = square(abs(mean)) * (count - astype<double>(entries_along(s, at)));
  return as_array((squares + of_nothing) / std::max(count - ddof, 0.0));
}

}  // namespace relatile::detail
