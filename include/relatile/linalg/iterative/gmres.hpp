// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/remembered.hpp"
#include "relatile/linalg/iterative/run.hpp"

namespace relatile {

namespace detail {
/// The same of an operator.
template <class T>
IterativeResult<T> gmres(const LinearOperator<T>& a, const Array<T, 1>& b,
                         const IterativeOptions<T>& options);
}  // namespace detail

/// Solves a x = b, a square, by generalised minimal residuals: scipy.sparse.linalg.gmres. It keeps
/// `restart` + 1 vectors, orthogonal by two passes of Gram and Schmidt, and then starts anew from
/// x. The preconditioner is applied on the right, so that the residual is that of a x = b;
/// `maxiter` counts products, not restarts.
///
///   shapes  (n,n) (n) -> (n)
///   errors  ShapeMismatch; NotConverged if the options require convergence; Error for restart < 1,
///           and for tolerances and numbers of iterations below 0
///   cost    an iteration is a product with a, one with the preconditioner, and four with all
///           vectors, by one plan
///   source  [Saad and Schultz 1986]
template <class A, ArrayExpression B>
auto gmres(const A& a, const B& b, const IterativeOptions<detail::solution_t<A, B>>& options = {},
           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<B> == 1, "relatile: gmres: the right-hand side is a vector");
  using T = detail::solution_t<A, B>;
  const detail::Solver<T> solver{"gmres", &detail::gmres<T>, false};
  return detail::remembered<T>(solver, LinearOperator<T>(a), astype<T>(b), options);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/iterative/impl/gmres.hpp"
#endif
