// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <string_view>

#include "relatile/array/reductions/norm.hpp"
#include "relatile/linalg/spectral/svd.hpp"

namespace relatile {

/// linalg.matrix_norm of NumPy 2, of an order: 2 and -2 are the largest and the smallest singular
/// value; 1, -1, infinity and -infinity sums of columns and rows, as of norm. Lazy.
///
///   shapes  (m,n) -> (); (...,m,n) -> (...) of the orders 2 and -2
///   errors  ShapeMismatch for other orders, and of a matrix without elements; KernelError on all
///           ranks for NaN or infinities among what singular values are computed of
///   cost    of singular values as svdvals
template <ArrayExpression A>
auto matrix_norm(const A& a, double order, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> >= 2,
                "relatile: matrix_norm takes a matrix, or matrices by axes before");
  const auto matrix = detail::matrix_of_argument(a);
  if (std::abs(order) != 2) {
    if constexpr (rank_of<A> == 2) {
      return as_array(norm(matrix, order));
    } else {
      throw ShapeMismatch(
          "relatile: matrix_norm: of several matrices at once there are the orders 2 and -2, and "
          "the names 'fro' and 'nuc'");
    }
  }
  detail::require_elements("matrix_norm", matrix.shape(), {rank_of<A> - 2, rank_of<A> - 1});
  const auto values = svdvals(matrix);
  if (order > 0) return as_array(max(values, rank_of<A> - 2));
  return as_array(min(values, rank_of<A> - 2));
}

/// By name: "fro", the root of the sum of all |x|^2, as without an order, and "nuc", the sum of the
/// singular values.
///
///   shapes  (...,m,n) -> (...)
///   errors  ShapeMismatch for other names; KernelError as above
template <ArrayExpression A>
auto matrix_norm(const A& a, std::string_view order = "fro",
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> >= 2,
                "relatile: matrix_norm takes a matrix, or matrices by axes before");
  const auto matrix = detail::matrix_of_argument(a);
  if (order == "nuc") return as_array(sum(svdvals(matrix), rank_of<A> - 2));
  detail::require_frobenius(order);
  return as_array(sqrt(sum(sum(detail::squares_of(matrix), -1), -1)));
}

}  // namespace relatile
