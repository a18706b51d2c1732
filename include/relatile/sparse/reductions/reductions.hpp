// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/sparse/along_axis.hpp"
#include "relatile/sparse/reductions/statistics.hpp"

// Reductions of sparse matrices: over all places, or over one axis, where what has no entry counts
// as 0.

namespace relatile {

namespace detail {

/// What a reduction of a sparse matrix may be told.
template <class X>
inline constexpr bool is_sparse_option = is_one_of<X, NoOption, KeepDims, VarianceOptions>;

/// Throws ShapeMismatch unless two axes are those of a matrix.
inline void require_all_axes(const std::array<int, 2>& axes) {
  const std::string name = "a reduction of a sparse matrix";
  if (sparse_axis(name.c_str(), axes[0]) != sparse_axis(name.c_str(), axes[1])) return;
  throw ShapeMismatch("relatile: " + name + ": axis " + std::to_string(axes[0]) +
                      " is named twice");
}

/// The reductions of sparse matrices by the objects that dense ones are reduced by.
template <class P, class S, class... A>
auto reduced(const ReductionFunction<kernel::Sum, P>&, const VarianceOptions&, const S& s,
             const A&... axis) {
  return sparse_sum(s, axis...);
}
template <class P, class S, class... A>
auto reduced(const ReductionFunction<kernel::Prod, P>&, const VarianceOptions&, const S& s,
             const A&... axis) {
  return sparse_prod(s, axis...);
}
template <class P, class S, class... A>
auto reduced(const ReductionFunction<kernel::Min, P>&, const VarianceOptions&, const S& s,
             const A&... axis) {
  return sparse_choice<kernel::Min>(s, axis...);
}
template <class P, class S, class... A>
auto reduced(const ReductionFunction<kernel::Max, P>&, const VarianceOptions&, const S& s,
             const A&... axis) {
  return sparse_choice<kernel::Max>(s, axis...);
}
template <class S, class... A>
auto reduced(const PtpFunction&, const VarianceOptions&, const S& s, const A&... axis) {
  return as_array(sparse_choice<kernel::Max>(s, axis...) - sparse_choice<kernel::Min>(s, axis...));
}
template <class S, class... A>
auto reduced(const CountNonzeroFunction&, const VarianceOptions&, const S& s, const A&... axis) {
  return sparse_count(s, axis...);
}
template <class P, class S, class... A>
auto reduced(const ReductionFunction<kernel::Any, P>&, const VarianceOptions&, const S& s,
             const A&... axis) {
  return as_array(sparse_count(s, axis...) > std::int64_t{0});
}
template <class P, class T, class... A>
auto reduced(const ReductionFunction<kernel::All, P>&, const VarianceOptions&,
             const SparseArray<T, 2>& s, const A&... axis) {
  std::int64_t places = s.shape(0) * s.shape(1);
  if constexpr (sizeof...(A) == 1) places = s.shape(sparse_axis("all", axis...));
  return as_array(sparse_count(s, axis...) == places);
}
template <class T, class... A>
auto reduced(const MeanFunction&, const VarianceOptions&, const SparseArray<T, 2>& s,
             const A&... axis) {
  using M = mean_type<T>;
  const double count = places_along("mean", s, axis...);
  return as_array(astype<M>(as_array(sparse_sum(astype<M>(s), axis...) / M(count))));
}
template <bool Root, class T, class... A>
auto reduced(const VarianceFunction<Root>&, const VarianceOptions& options,
             const SparseArray<T, 2>& s, const A&... axis) {
  const auto variance = sparse_variance(s, options.ddof, axis...);
  return as_array(astype<real_t<mean_type<T>>>(root_or_same<Root>(variance)));
}

/// Only variances are told by how much they divide.
template <class Function>
inline constexpr bool is_variance = false;
template <bool Root>
inline constexpr bool is_variance<VarianceFunction<Root>> = true;

}  // namespace detail

/// sum, mean, min, max, prod, var, std, ptp, any, all and count_nonzero of a sparse matrix, over
/// all places or along one axis, as of the dense matrix: sum(s), max(s, 0), mean(s, 1, keepdims),
/// var(s, 0, {.ddof = 1}).
///
///   errors  ShapeMismatch for an axis that a matrix lacks, and for min and max of no places
template <class Function, class T, class A, class... Options>
auto sparse_reduction(const Function& function, const SparseArray<T, 2>& s, const A& axis,
                      const Options&... options) {
  using Axes = decltype(detail::axes_of<2>(axis));
  constexpr std::size_t axes = std::tuple_size_v<decltype(Axes::values)>;
  constexpr bool keeps = detail::is_one_of<KeepDims, A, Options...>;
  constexpr bool known =
      (detail::names_axes<A> ||
       detail::is_sparse_option<A>)&&(detail::is_sparse_option<Options> && ...) &&
      (detail::is_variance<Function> ||
       !detail::is_one_of<VarianceOptions, A, Options...>)&&(axes == 1 || !keeps) &&
      axes <= 2 && requires {
    detail::reduced(function, VarianceOptions{}, s);
  };
  static_assert(known,
                "relatile: of a sparse matrix there are sum, mean, min, max, prod, var, std, ptp, "
                "any, all and count_nonzero, over all places, sum(s), or along an axis, sum(s, 0), "
                "sum(s, 1, keepdims); else reduce to_dense(s)");
  if constexpr (!known) {
    return Array<T, 0>();
  } else {
    const SparseArray<T, 2>* const columns = s.held_by_columns();
    const VarianceOptions told{((detail::Told<>{} << axis) << ... << options).ddof};
    if constexpr (axes == 2) {
      if constexpr (detail::names_axes<A>) detail::require_all_axes(axis.values);
      return detail::reduced(function, told, columns != nullptr ? *columns : s);
    } else {
      const int along = detail::axes_of<2>(axis).values[0];
      const auto reduced = as_array(
          columns != nullptr ? detail::reduced(function, told, *columns,
                                               1 - detail::sparse_axis("a reduction", along))
                             : detail::reduced(function, told, s, along));
      if constexpr (keeps) {
        return expand_dims(reduced, detail::sparse_axis("a reduction", along));
      } else {
        return reduced;
      }
    }
  }
}

}  // namespace relatile
