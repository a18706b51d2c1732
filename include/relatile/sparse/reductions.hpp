// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/kernel/sparse/products.hpp"
#include "relatile/sparse/products.hpp"

// sum, mean, min and max of sparse matrices: over all places, or over one axis, where what has no
// entry counts as 0.

namespace relatile {

namespace detail {

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

}  // namespace detail

/// sum(s), sum(s, axis): as of the dense matrix.
template <class P, class T, class... A>
auto sparse_reduction(const ReductionFunction<kernel::Sum, P>&, const SparseArray<T, 2>& s,
                      const A&... axis) {
  return detail::sparse_sum(s, axis...);
}
/// min(s), min(s, axis): as of the dense matrix; NaN propagates.
template <class P, class T, class... A>
auto sparse_reduction(const ReductionFunction<kernel::Min, P>&, const SparseArray<T, 2>& s,
                      const A&... axis) {
  return detail::sparse_choice<kernel::Min>(s, axis...);
}
/// max(s), max(s, axis): as of the dense matrix; NaN propagates.
template <class P, class T, class... A>
auto sparse_reduction(const ReductionFunction<kernel::Max, P>&, const SparseArray<T, 2>& s,
                      const A&... axis) {
  return detail::sparse_choice<kernel::Max>(s, axis...);
}
/// mean(s), mean(s, axis): as of the dense matrix.
template <class T, class... A>
auto sparse_reduction(const MeanFunction&, const SparseArray<T, 2>& s, const A&... axis) {
  using M = detail::mean_type<T>;
  double count = static_cast<double>(s.shape(0)) * static_cast<double>(s.shape(1));
  if constexpr (sizeof...(A) == 1) {
    count = static_cast<double>(s.shape(detail::sparse_axis("mean", axis...)));
  }
  return as_array(astype<M>(as_array(detail::sparse_sum(astype<M>(s), axis...) / M(count))));
}

}  // namespace relatile
