// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "relatile/array/parts/compress.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/kernel/sparse/products.hpp"
#include "relatile/sparse/along_axis.hpp"
#include "relatile/sparse/creation.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/sparse_array.hpp"
#include "relatile/sparse/sparse_products.hpp"
#include "relatile/sparse/structure/stored_rows.hpp"

// Some of a sparse matrix's entries. How many there are depends on the data and is computed at
// once: all of these but coordinates and diagonal are collective.

namespace relatile {

/// The entries as three vectors in the order of rows, in each by columns: scipy.sparse.find.
template <class T>
struct Coordinates {
  Array<std::int64_t, 1> rows;
  Array<std::int64_t, 1> columns;
  Array<T, 1> values;

  const T* begin() const = delete;  // no loop over entries: auto [i, j, v] = rt::coordinates(s)
  const T* end() const = delete;    // no loop over entries: auto [i, j, v] = rt::coordinates(s)
};

/// The entries' rows, columns and values.
template <class T>
Coordinates<T> coordinates(const SparseArray<T, 2>& s, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Array<std::int64_t, 1> keys(detail::keys_of(s.pattern(), false));
  return {right_shift(keys, 32), astype<std::int64_t>(s.columns()), s.values()};
}

/// The entries for which `chosen`, truth values in the order of values(), is true: keep_entries(s,
/// s.values() > 2.0).
///
///   errors  ShapeMismatch for another number of truth values than of entries
template <class T, ArrayExpression M>
SparseArray<T, 2> keep_entries(const SparseArray<T, 2>& s, const M& chosen,
                               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<M> == 1 && std::is_same_v<element_of<M>, bool>,
                "relatile: keep_entries takes a vector of truth values, one for each entry");
  const auto mask = as_array(chosen);
  if (mask.size() != s.nnz()) {
    throw ShapeMismatch("relatile: keep_entries: " + std::to_string(mask.size()) +
                        " truth values for " + std::to_string(s.nnz()) + " entries");
  }
  if (!s.pattern()->has_all_rows()) {
    const Array<std::int64_t, 1> keys(detail::keys_of(s.pattern(), false));
    const detail::SparseNodes kept = detail::sparse_of_stored_rows(
        s.shape(), compress(mask, keys).node(), compress(mask, s.values()).node());
    return SparseArray<T, 2>(kept.pattern, Array<T, 1>(kept.values));
  }
  const SparseArray<std::int64_t, 2> counted = s.with_values(astype<std::int64_t>(mask));
  const Array<kernel::SparseIndex, 1> counts(astype<kernel::SparseIndex>(Array<std::int64_t, 1>(
      detail::rows_reduction_node(detail::nodes_as<std::int64_t>(counted),
                                  kernel::rows_reduction<kernel::Sum, std::int64_t>()))));
  const detail::SparseNodes made =
      detail::sparse_of_rows(s.shape(), counts.node(), compress(mask, s.columns()).node(),
                             compress(mask, s.values()).node());
  return SparseArray<T, 2>(made.pattern, Array<T, 1>(made.values));
}

/// The matrix without the entries that are 0: scipy's eliminate_zeros.
template <class T>
SparseArray<T, 2> drop_zeros(const SparseArray<T, 2>& s, SourceLine line = SourceLine::current()) {
  return detail::of_stored(s, [&](const SparseArray<T, 2>& stored) {
    return keep_entries(stored, stored.values() != T(0), line);
  });
}

/// The rows and columns of the elements that are not 0, and numpy.where(s).
template <class T>
std::array<Array<std::int64_t, 1>, 2> nonzero(const SparseArray<T, 2>& s,
                                              SourceLine line = SourceLine::current()) {
  const auto entries = coordinates(drop_zeros(s, line), line);
  return {entries.rows, entries.columns};
}

namespace detail {

/// The entries on diagonal k and below it, or above.
template <bool Below, class T>
SparseArray<T, 2> beside_diagonal(const SparseArray<T, 2>& s, std::int64_t k, SourceLine line) {
  if (const SparseArray<T, 2>* const of = s.held_by_columns()) {
    constexpr std::int64_t beyond = std::int64_t{1} << 31;  // which is every diagonal, or none
    return by_columns(beside_diagonal<!Below>(*of, -std::clamp(k, -beyond, beyond), line));
  }
  const auto [rows, columns, values] = coordinates(s, line);
  return keep_entries(s, Below ? as_array(columns - rows <= k) : as_array(columns - rows >= k),
                      line);
}

}  // namespace detail

/// The entries on diagonal k and below it: scipy.sparse.tril.
template <class T>
SparseArray<T, 2> tril(const SparseArray<T, 2>& s, std::int64_t k = 0,
                       SourceLine line = SourceLine::current()) {
  return detail::beside_diagonal<true>(s, k, line);
}
/// The entries on diagonal k and above it: scipy.sparse.triu.
template <class T>
SparseArray<T, 2> triu(const SparseArray<T, 2>& s, std::int64_t k = 0,
                       SourceLine line = SourceLine::current()) {
  return detail::beside_diagonal<false>(s, k, line);
}

/// Diagonal k, above the main one for k > 0, as a dense vector: numpy.diagonal.
template <class T>
Array<T, 1> diagonal(const SparseArray<T, 2>& s, std::int64_t k = 0,
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_diagonal("diagonal", k);
  const std::int64_t first = k < 0 ? -k : 0;
  const std::int64_t last = std::min(s.shape(0), s.shape(1) - k);
  const auto [rows, columns, values] = coordinates(s, line);
  const auto on_diagonal = s.with_values(where(rows + k == columns, values, T(0)));
  const Array<T, 1> of_rows(detail::rows_reduction_node(detail::nodes_as<T>(on_diagonal),
                                                        kernel::rows_reduction<kernel::Sum, T>()));
  return of_rows(slice(std::min(first, s.shape(0)), std::max(last, std::min(first, s.shape(0)))));
}

/// The sum of diagonal k: numpy.trace. Not collective.
template <class T>
auto trace(const SparseArray<T, 2>& s, std::int64_t k = 0,
           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_diagonal("trace", k);
  const auto [rows, columns, values] = coordinates(s);
  return as_array(sum(where(rows + k == columns, values, T(0))));
}

namespace detail {

/// Which indices of an axis a slice names.
struct SlicedAxis {
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;

  SlicedAxis(const Slice& of, std::int64_t extent) : count(extent) {
    if (of.is_whole()) return;
    const auto axis = arange<std::int64_t>(extent);
    const tra::NodePtr view = slice_node("slice", axis.node(), 0, of);
    count = view->type.extents[0];
    if (count == 0) return;
    first = view->accesses[0].dims[0].offset;
    step = view->accesses[0].dims[0].step;
  }
  /// The places of indices among those that the slice names, and which of them it names.
  Array<std::int64_t, 1> places(const Array<std::int64_t, 1>& indices) const {
    return floor_divide(indices - first, step);
  }
  Array<bool, 1> names(const Array<std::int64_t, 1>& indices) const {
    const Array<std::int64_t, 1> at = places(indices);
    return (at >= std::int64_t{0}) && (at < count) && (at * step + first == indices);
  }
};

}  // namespace detail

namespace detail {

/// A position from the beginning; ShapeMismatch if the axis has none such.
inline std::int64_t position_on(const Extents& shape, std::int64_t position, int axis) {
  const std::int64_t from_start = position < 0 ? position + shape[axis] : position;
  if (from_start >= 0 && from_start < shape[axis]) return from_start;
  throw ShapeMismatch("relatile: index " + std::to_string(position) + " on axis " +
                      std::to_string(axis) + " of a sparse matrix of shape " + to_string(shape));
}

}  // namespace detail

/// What s(slice(0, 10), slice({}, {}, 2)) is: the matrix of the rows and columns that two slices
/// name, steps below zero backwards.
template <class T>
SparseArray<T, 2> sparse_part(const SparseArray<T, 2>& s, const Slice& of_rows,
                              const Slice& of_columns) {
  if (const SparseArray<T, 2>* const of = s.held_by_columns()) {
    return detail::by_columns(sparse_part(*of, of_columns, of_rows));
  }
  const detail::SlicedAxis down(of_rows, s.shape(0));
  const detail::SlicedAxis across(of_columns, s.shape(1));
  const auto [rows, columns, values] = coordinates(s);
  const Array<bool, 1> named = down.names(rows) && across.names(columns);
  return from_coordinates(compress(named, down.places(rows)),
                          compress(named, across.places(columns)), compress(named, values),
                          {down.count, across.count}, Duplicates::summed);
}

/// What s(row, slice) and s(slice, column) are: one line along `axis`, the other way cut to a
/// slice.
template <class T>
Array<T, 1> sparse_line(const SparseArray<T, 2>& s, std::int64_t position, const Slice& of_others,
                        int axis) {
  const std::int64_t at = detail::position_on(s.shape(), position, axis);
  const Slice one = slice(at, at + 1);
  return ravel(to_dense(axis == 0 ? s(one, of_others) : s(of_others, one)));
}

/// What s(row, column) is.
template <class T>
Array<T, 0> sparse_element(const SparseArray<T, 2>& s, std::int64_t row, std::int64_t column) {
  const std::int64_t i = detail::position_on(s.shape(), row, 0);
  const std::int64_t j = detail::position_on(s.shape(), column, 1);
  const Coordinates<T> entries = coordinates(s);
  return astype<T>(
      as_array(sum(where((entries.rows == i) && (entries.columns == j), entries.values, T(0)))));
}

namespace detail {

/// Indices of an axis counted from its beginning; ShapeMismatch if some are not on it. Collective.
inline Array<std::int64_t, 1> indices_on_axis(const char* operation,
                                              const Array<std::int64_t, 1>& indices,
                                              std::int64_t extent, int axis) {
  if (indices.size() == 0) return indices;
  const std::int64_t least = min(indices).item();
  const std::int64_t most = max(indices).item();
  if (least < -extent || most >= extent) {
    throw ShapeMismatch(std::string("relatile: ") + operation + ": index " +
                        std::to_string(least < -extent ? least : most) + " is not on axis " +
                        std::to_string(axis) + ", which has extent " + std::to_string(extent));
  }
  return least >= 0 ? indices
                    : Array<std::int64_t, 1>(where(indices < 0, indices + extent, indices));
}

}  // namespace detail

/// The rows, or with axis 1 the columns, that a vector of indices names, in its order, from the end
/// if negative: numpy.take. Collective: it is a product with a matrix of ones.
///
///   errors  ShapeMismatch for an index that is not on the axis, and for more than 2^31 - 1 of them
template <class T, ArrayExpression I>
SparseArray<T, 2> take(const SparseArray<T, 2>& s, const I& indices, int axis,
                       SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<I> == 1, "relatile: take: of a sparse matrix by a vector of indices");
  static_assert(!std::is_same_v<element_of<I>, bool>,
                "relatile: take: truth values are no indices; what is true of rows or columns is "
                "compress(mask, s, axis)");
  const int at = detail::sparse_axis("take", axis);
  const std::int64_t count = shape_of(indices)[0];
  detail::require_sparse_shape("take",
                               at == 0 ? Extents{count, s.shape(1)} : Extents{s.shape(0), count});
  const auto named = detail::indices_on_axis(
      "take", Array<std::int64_t, 1>(as_array(astype<std::int64_t>(indices))), s.shape(at), at);
  const auto places = arange<std::int64_t>(count);
  if (at == 0) {
    return matmul(from_coordinates(places, named, T(1), {count, s.shape(0)}), s);
  }
  return matmul(s, from_coordinates(named, places, T(1), {s.shape(1), count}));
}
/// By indices in braces: take(s, {2, 0}, 0).
template <class T, std::size_t K>
SparseArray<T, 2> take(const SparseArray<T, 2>& s, const std::int64_t (&indices)[K], int axis,
                       SourceLine line = SourceLine::current()) {
  return take(s, from_span(indices, {K}, everywhere, line), axis, line);
}
template <class T, class I, class... More>
  requires(!ArrayExpression<I>)
SparseArray<T, 2> take(const SparseArray<T, 2>& s, const I&, const More&...) {
  static_assert(sizeof(I) == 0,
                "relatile: take: indices are an array of integers; array(indices) makes one of a "
                "std::vector");
  return s;
}

/// The rows, or with axis 1 the columns, for which `condition`, a vector, is true: numpy.compress.
/// Where the condition is shorter than the axis, the rest is left out. Collective.
///
///   errors  ShapeMismatch for a condition that is longer than the axis
template <ArrayExpression C, class T>
SparseArray<T, 2> compress(const C& condition, const SparseArray<T, 2>& s, int axis,
                           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<C> == 1, "relatile: compress: of a sparse matrix by a vector");
  const int at = detail::sparse_axis("compress", axis);
  if (shape_of(condition)[0] > s.shape(at)) {
    throw ShapeMismatch("relatile: compress: " + std::to_string(shape_of(condition)[0]) +
                        " truth values for axis " + std::to_string(at) +
                        " of a sparse matrix of shape " + to_string(s.shape()));
  }
  return take(s, flatnonzero(condition), at, line);
}

}  // namespace relatile
