// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/kernel/factorizations/triangular.hpp"
#include "relatile/linalg/dense/shapes.hpp"
#include "relatile/tra/node.hpp"

namespace relatile {

/// What solve_triangular solves: as scipy's options of these names.
struct TriangularOptions {
  bool lower = false;          ///< read the lower half of a, not the upper one
  char trans = 'N';            ///< 'N': a x = b, 'T': a^T x = b, 'C': a^H x = b
  bool unit_diagonal = false;  ///< a's diagonal counts as ones and is not read
  std::int64_t panel = 0;      ///< unknowns that are solved for at a time; 0: as suits
};

namespace detail {

/// X of op(a) X = b, or of X op(a) = b. Of one matrix, more unknowns than `panel` are solved for
/// by halves: the product of what is known with the rest of a is subtracted from the rest of b.
template <class T>
tra::NodePtr triangular_node(const tra::NodePtr& a, const tra::NodePtr& b,
                             const kernel::TriangularSystem& system, std::int64_t panel);

/// The system, and ShapeMismatch for another `trans`.
RELATILE_INLINE kernel::TriangularSystem system_of(const TriangularOptions& options);

/// f(a, b) of arrays of matrices, for b a vector, a matrix or an array of matrices.
template <class T, int N, ArrayExpression B, class F>
auto with_right_side(const std::string& function, const Array<T, N>& a, const B& b, const F& f) {
  static_assert(rank_of<B> >= 1,
                "relatile: the right-hand side is a vector, a matrix, or an array of matrices");
  constexpr bool vector = rank_of<B> == 1;
  require_right_side(function, a.shape(), shape_of(b), vector);
  const auto right = astype<T>(b);
  if constexpr (vector) {
    const Array<T, 2> column(index(as_array(right), all_of_axis, newaxis));
    return Array<T, N - 1>(squeeze(Array<T, N>(f(a.node(), column.node())), N - 1));
  } else {
    return Array<T, (N > rank_of<B> ? N : rank_of<B>)>(f(a.node(), to_node(as_array(right))));
  }
}

}  // namespace detail

/// The x of a x = b for a triangular matrix a, of which the other half is not read:
/// scipy.linalg.solve_triangular.
///
///   shapes  (...,n,n) (n) -> (...,n), (...,n,n) (...,n,k) -> (...,n,k), where axes before the last
///           two broadcast
///
///   errors  ShapeMismatch for shapes that do not fit, or another `trans`; KernelError on all ranks
///           for a zero on the diagonal, with its place
template <ArrayExpression A, ArrayExpression B>
auto solve_triangular(const A& a, const B& b, const TriangularOptions& options = {},
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_to_factor(a);
  using T = promote_t<element_of<decltype(matrix)>, detail::factored_t<element_of<B>>>;
  detail::require_square_matrix("solve_triangular", matrix.shape());
  const auto system = detail::system_of(options);
  const std::int64_t panel = detail::panel_of(matrix.shape(-1), {options.panel});
  const Array<T, rank_of<A>> typed(astype<T>(matrix));
  return detail::with_right_side("solve_triangular", typed, b,
                                 [&](const tra::NodePtr& left, const tra::NodePtr& right) {
                                   return detail::triangular_node<T>(left, right, system, panel);
                                 });
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/dense/impl/triangular.hpp"
#endif
