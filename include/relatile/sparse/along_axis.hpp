// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/array/reductions.hpp"
#include "relatile/kernel/sparse/products.hpp"
#include "relatile/sparse/products.hpp"

// Reductions of a sparse matrix's entries, row by row or column by column.

namespace relatile::detail {

/// How many entries there are along an axis of a matrix: in each row for axis 1, else in each
/// column.
template <class T>
Array<std::int64_t, 1> entries_along(const SparseArray<T, 2>& s, int axis) {
  if (axis == 1) return astype<std::int64_t>(s.row_counts());
  const auto one = s.with_values(ones<std::int64_t>({s.nnz()}));
  return matmul(ones<std::int64_t>({s.shape(0)}), one);
}

/// The reduction of the entries along an axis.
template <class Reduce, class T>
Array<T, 1> reduced_along(const SparseArray<T, 2>& s, int axis) {
  if (axis == 1) {
    return Array<T, 1>(rows_reduction_node(nodes_as<T>(s), kernel::rows_reduction<Reduce, T>()));
  }
  const Array<T, 1> one = ones<T>({s.shape(0)});  // which is not looked at
  return Array<T, 1>(transposed_product_node(
      nodes_as<T>(s), {one.node(), 1}, &kernel::columns_product<kernel::EntryAlone, Reduce, T>,
      kernel::make_reduction<Reduce, T>()));
}

inline int sparse_axis(const char* operation, int axis) {
  if (axis >= -2 && axis < 2) return axis < 0 ? axis + 2 : axis;
  throw ShapeMismatch(std::string("relatile: ") + operation + ": a sparse matrix has no axis " +
                      std::to_string(axis));
}
/// How many elements a reduction over all places, or along an axis, meets.
template <class T>
double places_along(const char*, const SparseArray<T, 2>& s) {
  return static_cast<double>(s.shape(0)) * static_cast<double>(s.shape(1));
}
template <class T>
double places_along(const char* operation, const SparseArray<T, 2>& s, int axis) {
  return static_cast<double>(s.shape(sparse_axis(operation, axis)));
}

}  // namespace relatile::detail
