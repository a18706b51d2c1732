// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "relatile/array/lines/scan.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/sparse/along_axis.hpp"
#include "relatile/sparse/reductions/statistics.hpp"
#include "relatile/sparse/selecting.hpp"

// argmin and argmax of sparse matrices, where what has no entry counts as 0: the first of the best
// entries, or, if that is 0, the first place without one where it comes before.

namespace relatile {

namespace detail {

template <class Op>
using extreme_t = std::conditional_t<std::is_same_v<Op, kernel::ArgMin>, kernel::Min, kernel::Max>;

/// Where elements are the best one; NaN is, if there is any.
template <class T, int N>
auto is_best(const Array<T, 1>& values, const Array<T, N>& best) {
  if constexpr (std::is_integral_v<T>) {
    return as_array(values == best);
  } else {
    return as_array(values == best || values != values);
  }
}

/// The row-major number of the best place of all.
template <class Op, class T>
Array<std::int64_t, 0> sparse_arg(const SparseArray<T, 2>& s) {
  const Array<T, 0> best = sparse_choice<extreme_t<Op>>(s);
  const auto [rows, columns, values] = coordinates(s);
  const Array<std::int64_t, 1> place = rows * s.shape(1) + columns;
  const std::int64_t all = s.shape(0) * s.shape(1);
  const Array<std::int64_t, 0> of_entries =
      reduce<kernel::Min, false>(where(is_best(values, best), place, all), all_axes<1>(), false);
  if (s.nnz() == all) return of_entries;
  // Entries are in the order of places: those before the first empty place are where they count.
  const Array<std::int64_t, 0> of_nothing = sum(place == arange<std::int64_t>(s.nnz()));
  return where(best == T(0), minimum(of_entries, of_nothing), of_entries);
}

/// The columns of the best places of rows.
template <class Op, class T>
Array<std::int64_t, 1> sparse_arg_of_rows(const SparseArray<T, 2>& s) {
  const Array<T, 1> best = sparse_choice<extreme_t<Op>>(s, 1);
  const auto at_rows = [&](const auto& x) { return elements_at(s.pattern(), expand_dims(x, 1)); };
  const Array<std::int64_t, 1> columns = astype<std::int64_t>(s.columns());
  const Array<std::int64_t, 1> of_entries = reduced_along<kernel::Min>(
      s.with_values(as_array(where(is_best(s.values(), at_rows(best)), columns, s.shape(1)))), 1);
  const Array<std::int64_t, 1> counts = entries_along(s, 1);
  const Array<std::int64_t, 1> first = cumsum(counts, 0) - counts;
  const auto number = arange<std::int64_t>(s.nnz()) - at_rows(first);
  const Array<std::int64_t, 1> of_nothing = reduced_along<kernel::Sum>(
      s.with_values(as_array(astype<std::int64_t>(columns == number))), 1);
  return where(counts < s.shape(1) && best == T(0), minimum(of_entries, of_nothing), of_entries);
}

}  // namespace detail

/// argmin(s) and argmax(s), the row-major number of a place, and argmax(s, axis), numbers of rows
/// or columns, also with keepdims: scipy's, of all places, whether they have entries or not. Along
/// axis 0 it makes the transpose, and is collective.
///
///   errors  ShapeMismatch for an axis that a matrix lacks, and of no places
template <class Op, class T>
Array<std::int64_t, 0> sparse_arg_reduction(const ArgFunction<Op>&, const SparseArray<T, 2>& s,
                                            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(!is_complex_v<T>,
                "relatile: argmin and argmax: complex numbers have no order here");
  return detail::sparse_arg<Op>(s);
}
template <class Op, class T>
Array<std::int64_t, 1> sparse_arg_reduction(const ArgFunction<Op>&, const SparseArray<T, 2>& s,
                                            int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(!is_complex_v<T>,
                "relatile: argmin and argmax: complex numbers have no order here");
  const int at = detail::sparse_axis(Op::name, axis);
  return detail::sparse_arg_of_rows<Op>(at == 1 ? s : transpose(s));
}
template <class Op, class T>
Array<std::int64_t, 2> sparse_arg_reduction(const ArgFunction<Op>& function,
                                            const SparseArray<T, 2>& s, int axis, KeepDims,
                                            SourceLine line = SourceLine::current()) {
  return expand_dims(sparse_arg_reduction(function, s, axis, line),
                     detail::sparse_axis(Op::name, axis));
}

}  // namespace relatile
