// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/reshape.hpp"
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

namespace detail {

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

/// The reductions of sparse matrices by the objects that dense ones are reduced by.
template <class P, class... A>
auto reduced(const ReductionFunction<kernel::Sum, P>&, const A&... s_and_axis) {
  return sparse_sum(s_and_axis...);
}
template <class P, class... A>
auto reduced(const ReductionFunction<kernel::Min, P>&, const A&... s_and_axis) {
  return sparse_choice<kernel::Min>(s_and_axis...);
}
template <class P, class... A>
auto reduced(const ReductionFunction<kernel::Max, P>&, const A&... s_and_axis) {
  return sparse_choice<kernel::Max>(s_and_axis...);
}
template <class P, class... A>
auto reduced(const ReductionFunction<kernel::Any, P>&, const A&... s_and_axis) {
  return as_array(sparse_count(s_and_axis...) > std::int64_t{0});
}
template <class P, class T, class... A>
auto reduced(const ReductionFunction<kernel::All, P>&, const SparseArray<T, 2>& s,
             const A&... axis) {
  std::int64_t places = s.shape(0) * s.shape(1);
  if constexpr (sizeof...(A) == 1) places = s.shape(sparse_axis("all", axis...));
  return as_array(sparse_count(s, axis...) == places);
}
template <class T, class... A>
auto reduced(const MeanFunction&, const SparseArray<T, 2>& s, const A&... axis) {
  using M = mean_type<T>;
  double count = static_cast<double>(s.shape(0)) * static_cast<double>(s.shape(1));
  if constexpr (sizeof...(A) == 1) {
    count = static_cast<double>(s.shape(sparse_axis("mean", axis...)));
  }
  return as_array(astype<M>(as_array(sparse_sum(astype<M>(s), axis...) / M(count))));
}

}  // namespace detail

/// sum, mean, min, max, any and all of a sparse matrix, over all places or along one axis, as of
/// the dense matrix: sum(s), max(s, 0), mean(s, 1, keepdims).
///
///   errors  ShapeMismatch for an axis that a matrix lacks, and for min and max of no places
template <class Function, class T, class... A>
auto sparse_reduction(const Function& function, const SparseArray<T, 2>& s, const A&... axis) {
  constexpr bool one_axis = (true && ... && std::is_integral_v<A>);
  constexpr bool keeps = []<class... B>(std::type_identity<B>...) {
    if constexpr (sizeof...(B) == 2) {
      using Pair = std::tuple<B...>;
      return std::is_integral_v<std::tuple_element_t<0, Pair>> &&
             std::is_same_v<std::tuple_element_t<1, Pair>, KeepDims>;
    } else {
      return false;
    }
  }(std::type_identity<A>{}...);
  constexpr bool known = ((sizeof...(A) <= 1 && one_axis) || keeps) && requires {
    detail::reduced(function, s);
  };
  static_assert(known,
                "relatile: of a sparse matrix there are sum, mean, min, max, any and all, over all "
                "places, sum(s), or along an axis, sum(s, 0), sum(s, 1, keepdims); else reduce "
                "to_dense(s)");
  if constexpr (!known) {
    return Array<T, 0>();
  } else if constexpr (keeps) {
    return [&](const auto& along, const auto&) {
      return expand_dims(as_array(detail::reduced(function, s, along)),
                         detail::sparse_axis("a reduction", along));
    }(axis...);
  } else {
    return detail::reduced(function, s, axis...);
  }
}

}  // namespace relatile
