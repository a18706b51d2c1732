// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/type_list.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/with_pullback.hpp"
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

/// The reduction of the entries along an axis, as a node without a rule of its own.
template <class Reduce, class T>
tra::NodePtr reduction_along(const SparseArray<T, 2>& s, int axis) {
  if (axis == 1) return rows_reduction_node(nodes_as<T>(s), kernel::rows_reduction<Reduce, T>());
  const Array<T, 1> one = ones<T>({s.shape(0)});  // which is not looked at
  return transposed_product_node(nodes_as<T>(s), {one.node(), 1},
                                 &kernel::columns_product<kernel::EntryAlone, Reduce, T>,
                                 kernel::make_reduction<Reduce, T>());
}

/// At every entry the number of its row, of an array with one for each, or of its column.
template <class T>
Array<T, 1> spread_to_entries(const SparsePattern& pattern, const Array<T, 1>& numbers, int axis) {
  const Extents shape = axis == 1 ? Extents{pattern->shape[0], 1} : Extents{1, pattern->shape[1]};
  return Array<T, 1>(taken_at(pattern, reshape<2>(numbers, shape).node()));
}

/// The reduction of the entries along an axis. Gradients pass through sums, and through the least
/// and greatest ones, of which equal ones have equal shares.
template <class Reduce, class T>
Array<T, 1> reduced_along(const SparseArray<T, 2>& s, int axis) {
  tra::NodePtr node = reduction_along<Reduce>(s, axis);
  constexpr bool has_slope = std::is_floating_point_v<T> || is_complex_v<T>;
  if constexpr (has_slope && std::is_same_v<Reduce, kernel::Sum>) {
    node = with_pullback(
        std::move(node), {s.values().node()},
        [pattern = s.pattern(), axis](const tra::NodePtr&, const std::vector<tra::NodePtr>&,
                                      const tra::NodePtr& g) {
          const Array<T, 1> spread = spread_to_entries(pattern, Array<T, 1>(g), axis);
          return std::vector<tra::NodePtr>{spread.node()};
        });
  } else if constexpr (std::is_floating_point_v<T> && is_one_of<Reduce, kernel::Min, kernel::Max>) {
    node = with_pullback(
        std::move(node), {s.values().node()},
        [pattern = s.pattern(), axis](const tra::NodePtr& self, const std::vector<tra::NodePtr>& of,
                                      const tra::NodePtr& g) {
          const Array<T, 1> best = spread_to_entries(pattern, Array<T, 1>(self), axis);
          const auto is_best = as_array(astype<T>(Array<T, 1>(of[0]) == best));
          const auto ties = reduced_along<kernel::Sum>(SparseArray<T, 2>(pattern, is_best), axis);
          const auto share = as_array(Array<T, 1>(g) / maximum(ties, T(1)));
          return std::vector<tra::NodePtr>{
              as_array(is_best * spread_to_entries(pattern, share, axis)).node()};
        });
  }
  return Array<T, 1>(std::move(node));
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
