// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/patterns.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/linalg/dense/lu_nodes.hpp"
#include "relatile/linalg/dense/shapes.hpp"
#include "relatile/linalg/dense/triangular.hpp"
#include "relatile/tra/node.hpp"

namespace relatile {

/// L below the diagonal, whose ones are not stored, and U; and of each row, which one was exchanged
/// with it, one after the other.
template <class T, int N>
struct LuAndPivots {
  Array<T, N> lu;
  Array<std::int64_t, N - 1> piv;
};

/// The factors of a = p l u.
template <class T, int N>
struct LuFactors {
  Array<T, N> p;
  Array<T, N> l;
  Array<T, N> u;
};

/// A determinant's sign, or phase, and the logarithm of its absolute value.
template <class T, int N>
struct SignAndLog {
  Array<T, N> sign;
  Array<real_t<T>, N> logabsdet;
};

namespace detail {

/// Element `at` of each row of an array of rows.
template <class T, int N>
auto number_of_rows(const tra::NodePtr& x, std::int64_t at) {
  const Array<T, N> rows(x);
  return [&]<std::size_t... D>(std::index_sequence<D...>) {
    return index(rows, (static_cast<void>(D), all_of_axis)..., 0, at);
  }
  (std::make_index_sequence<std::size_t(N) - 2>{});
}

}  // namespace detail

/// L and U of p a = l u with partial pivoting, in one matrix, and pivots: scipy.linalg.lu_factor.
/// A matrix that is singular is factored, too; one with NaN gives NaN.
/// Where rounding decides pivots, as of a rank-deficient matrix, evaluate(lu, piv) together: apart
/// they are two factorizations, perhaps by different plans.
///
///   shapes  (...,m,n) -> lu (...,m,n), piv (...,k) for k = min(m, n); integers count as double
///   cost    n^2 (m - n/3) flops for m >= n
template <ArrayExpression A>
auto lu_factor(const A& a, const PanelOptions& options = {},
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<A>;
  const auto matrix = detail::matrix_to_factor(a);
  using T = element_of<decltype(matrix)>;
  const std::int64_t columns = std::min(matrix.shape(-1), matrix.shape(-2));
  const auto nodes = detail::lu_nodes<T>(matrix.node(), detail::panel_of(columns, options));
  return LuAndPivots<T, N>{
      Array<T, N>(nodes.lu),
      Array<std::int64_t, N - 1>(squeeze(Array<std::int64_t, N>(nodes.pivots), N - 2))};
}

/// p, l and u of a = p l u: scipy.linalg.lu; p has a one in each row and column.
/// Evaluated together they are of one factorization, as of lu_factor.
///
///   shapes  (...,m,n) -> p (...,m,m), l (...,m,k), u (...,k,n) for k = min(m, n)
template <ArrayExpression A>
auto lu(const A& a, const PanelOptions& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<A>;
  const auto matrix = detail::matrix_to_factor(a);
  using T = element_of<decltype(matrix)>;
  const std::int64_t columns = std::min(matrix.shape(-1), matrix.shape(-2));
  const auto nodes = detail::lu_factor_nodes<T>(matrix.node(), detail::panel_of(columns, options));
  const auto order = swapaxes(Array<std::int64_t, N>(nodes.row_order), N - 2, N - 1);
  const auto place = expand_dims(arange(matrix.shape(-2)), 1);
  return LuFactors<T, N>{astype<T>(place == order), Array<T, N>(nodes.l), Array<T, N>(nodes.u)};
}

/// The x of a x = b for a square matrix: numpy.linalg.solve.
///
///   shapes  (...,n,n) (n) -> (...,n), (...,n,n) (...,n,k) -> (...,n,k), where axes before the last
///           two broadcast; integers count as double
///   cost    2/3 n^3 + 2 n^2 k flops
///
///   errors  ShapeMismatch for shapes that do not fit; KernelError on all ranks for a singular
///           matrix, that is a pivot which is exactly zero, with its place. NaN gives NaN.
template <ArrayExpression A, ArrayExpression B>
auto solve(const A& a, const B& b, const PanelOptions& options = {},
           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = promote_t<detail::factored_t<element_of<A>>, detail::factored_t<element_of<B>>>;
  const Array<T, rank_of<A>> matrix(astype<T>(detail::matrix_to_factor(a)));
  detail::require_square_matrix("solve", matrix.shape());
  const std::int64_t panel = detail::panel_of(matrix.shape(-1), options);
  return detail::with_right_side("solve", matrix, b,
                                 [&](const tra::NodePtr& left, const tra::NodePtr& right) {
                                   return detail::solve_node<T>("solve", left, right, panel);
                                 });
}

/// The inverse of a square matrix: numpy.linalg.inv.
///
///   shapes  (...,n,n) -> (...,n,n)
///   errors  as of solve
template <ArrayExpression A>
auto inv(const A& a, const PanelOptions& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_to_factor(a);
  using T = element_of<decltype(matrix)>;
  detail::require_square_matrix("inv", matrix.shape());
  const std::int64_t n = matrix.shape(-1);
  return Array<T, rank_of<A>>(detail::solve_node<T>("inv", matrix.node(), to_node(eye<T>(n)),
                                                    detail::panel_of(n, options)));
}

/// The sign of the determinant, or its phase, and the logarithm of its absolute value:
/// numpy.linalg.slogdet. Of a singular matrix they are 0 and -infinity.
///
///   shapes  (...,n,n) -> (...)
template <ArrayExpression A>
auto slogdet(const A& a, const PanelOptions& options = {},
             SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<A>;
  const auto matrix = detail::matrix_to_factor(a);
  using T = element_of<decltype(matrix)>;
  detail::require_square_matrix("slogdet", matrix.shape());
  const tra::NodePtr rows =
      detail::determinant_node<T>(matrix.node(), detail::panel_of(matrix.shape(-1), options));
  const Array<T, N - 2> size(detail::number_of_rows<T, N>(rows, 1));
  return SignAndLog<T, N - 2>{Array<T, N - 2>(detail::number_of_rows<T, N>(rows, 0)),
                              Array<real_t<T>, N - 2>(astype<real_t<T>>(size))};
}

/// The determinant: numpy.linalg.det.
///
///   shapes  (...,n,n) -> (...)
template <ArrayExpression A>
auto det(const A& a, const PanelOptions& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<A>;
  const auto matrix = detail::matrix_to_factor(a);
  using T = element_of<decltype(matrix)>;
  detail::require_square_matrix("det", matrix.shape());
  const tra::NodePtr rows =
      detail::determinant_node<T>(matrix.node(), detail::panel_of(matrix.shape(-1), options));
  return Array<T, N - 2>(detail::number_of_rows<T, N>(rows, 2));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/dense/impl/lu.hpp"
#endif
