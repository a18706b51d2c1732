// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tuple>
#include <type_traits>

#include "relatile/array/reductions/norm.hpp"
#include "relatile/sparse/reductions/reductions.hpp"
#include "relatile/sparse/tensors/unfolding.hpp"

// Reductions of sparse arrays over all places, or over some axes, where what has no entry counts as
// 0.

namespace relatile {

/// sum, mean, min, max, prod, var, std, ptp, any, all and count_nonzero of a sparse array, over all
/// places or some axes, as of the dense array: sum(s), max(s, 1), sum(s, axis(0, 2)). The result is
/// dense. Over all axes but the first, and all but those after it, entries are read as they are
/// stored; else they are sorted anew, which is collective.
///
///   errors  ShapeMismatch for an axis that s lacks or that is named twice, for min and max of no
///           places, and where axes that are kept, or reduced, have more than 2^31 - 1 places
template <class Function, class T, int N, class A, class... Options>
  requires(N != 2)
auto sparse_reduction(const Function& function, const SparseArray<T, N>& s, const A& axis,
                      const Options&... options) {
  using Axes = decltype(detail::axes_of<N>(axis));
  constexpr int count = static_cast<int>(std::tuple_size_v<decltype(Axes::values)>);
  constexpr bool keeps = detail::is_one_of<KeepDims, A, Options...>;
  static_assert((detail::is_sparse_option<Options> && ...) && count <= N,
                "relatile: reductions of sparse arrays take axes, keepdims, and ddof of variances; "
                "else reduce to_dense(s)");
  const double ddof = ((detail::Told<>{} << axis) << ... << options).ddof;
  const VarianceOptions told{ddof};
  const auto reduce = [&](const auto& matrix, const auto&... along) {
    return as_array(detail::reduced(function, told, matrix, along...));
  };
  const Extents reduced = detail::tensor_axes(
      "a reduction", s.shape(), detail::extents_of_list(detail::axes_of<N>(axis).values));
  const Extents kept = detail::other_axes(N, reduced);
  const auto lines = [&] {
    if constexpr (count == N) {
      return reduce(s.matrix());
    } else {
      if (reduced == Extents{0}) return reduce(s.matrix(), 0);
      return reduce(detail::unfolded("a reduction", s, kept, reduced), 1);
    }
  }();
  if constexpr (keeps) {
    Extents shape = s.shape();
    for (const std::int64_t one : reduced) shape[static_cast<int>(one)] = 1;
    return as_array(reshape<N>(lines, shape));
  } else if constexpr (count == N) {
    return lines;
  } else {
    return as_array(reshape<N - count>(lines, detail::extents_along(s.shape(), kept)));
  }
}

/// The root of the sum of all |s|^2, as of the dense array: numpy.linalg.norm of its elements.
template <class T, int N>
  requires(N != 2)
auto norm(const SparseArray<T, N>& s, SourceLine line = SourceLine::current()) {
  return norm(s.values(), line);
}

}  // namespace relatile
