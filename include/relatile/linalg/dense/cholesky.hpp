// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/linalg/dense/shapes.hpp"
#include "relatile/linalg/dense/triangular.hpp"
#include "relatile/tra/node.hpp"

namespace relatile {

namespace detail {

/// L of a = L L^H. One matrix of more columns than `panel` is factored panel by panel: the diagonal
/// block on one site, what is below it by all. On up to eight sites a panel takes the products of
/// up to 15 before it where they lie; else columns that follow a number of panels are subtracted
/// products with all of these.
template <class T>
tra::NodePtr cholesky_node(const std::string& function, const tra::NodePtr& a, std::int64_t panel);

}  // namespace detail

/// The lower triangular L of a = L L^H for a symmetric, or Hermitian, positive definite matrix:
/// numpy.linalg.cholesky. The upper half of a is not read.
///
///   shapes  (n,n) -> (n,n), (...,n,n) -> (...,n,n); integers count as double
///   cost    n^3/3 flops, of complex numbers four times that
///
///   errors  ShapeMismatch for a matrix that is not square; KernelError on all ranks where a is not
///           positive definite or has NaN, with the first pivot that is not above zero
template <ArrayExpression A>
auto cholesky(const A& a, const PanelOptions& options = {},
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_to_factor(a);
  using T = element_of<decltype(matrix)>;
  detail::require_square_matrix("cholesky", matrix.shape());
  return Array<T, rank_of<A>>(detail::cholesky_node<T>(
      "cholesky", matrix.node(), detail::panel_of(matrix.shape(-1), options)));
}

/// The x of a x = b, where a = L L^H and L is given: scipy.linalg.cho_solve((l, True), b).
///
///   shapes, errors  as of solve_triangular
template <ArrayExpression L, ArrayExpression B>
auto cho_solve(const L& l, const B& b, const PanelOptions& options = {},
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto y = solve_triangular(l, b, {true, 'N', false, options.panel}, line);
  return solve_triangular(l, y, {true, 'C', false, options.panel}, line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/dense/impl/cholesky.hpp"
#endif
