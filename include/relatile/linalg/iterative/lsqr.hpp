// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "relatile/linalg/iterative/lsqr_options.hpp"
#include "relatile/linalg/iterative/remembered.hpp"

namespace relatile {

namespace detail {
/// The same of an operator.
template <class T>
IterativeResult<T> lsqr(const LinearOperator<T>& a, const Array<T, 1>& b,
                        const LsqrOptions<T>& options);
/// ShapeMismatch or Error unless an operator of this shape has a product with vectors of b's length
/// and of x's.
void require_least_squares(bool has_adjoint, std::int64_t rows, std::int64_t columns,
                           std::int64_t length, std::optional<std::int64_t> length_of_x0);
/// Why lsqr ends, by the norms that it knows, `part_ar` being |a^H r| / |a|; empty if it does not.
std::string end_of_lsqr(double atol, double btol, double conlim, double norm_b, double norm_a,
                        double norm_x, double norm_r, double part_ar, double condition);
}  // namespace detail

/// The x that minimises |a x - b|, a of any shape, by bidiagonalisation; of several such x about
/// the shortest: scipy.sparse.linalg.lsqr. `a` is a matrix, dense or sparse, or a LinearOperator
/// that has both products. Converged: |r| <= btol |b| + atol |a| |x|, or |a^T r| <= atol |a| |r|, r
/// = b - a x.
///
///   shapes  (m,n) (m) -> (n)
///   errors  ShapeMismatch; Error for a function without rmatvec; NotConverged if the options
///           require convergence; Error for tolerances and numbers of iterations below 0
///   cost    a product with a and one with its conjugate transpose an iteration, by one plan
///   source  [Paige and Saunders 1982]
template <class A, ArrayExpression B>
auto lsqr(const A& a, const B& b, const LsqrOptions<detail::solution_t<A, B>>& options = {},
          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<B> == 1, "relatile: lsqr: the right-hand side is a vector");
  using T = detail::solution_t<A, B>;
  return detail::remembered_lsqr<T>(LinearOperator<T>(a), astype<T>(b), options);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/iterative/impl/lsqr.hpp"
#endif
