// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/remembered.hpp"
#include "relatile/linalg/iterative/run.hpp"

namespace relatile {

namespace detail {
/// The same of an operator.
template <class T>
IterativeResult<T> minres(const LinearOperator<T>& a, const Array<T, 1>& b,
                          const IterativeOptions<T>& options);
}  // namespace detail

/// Solves a x = b, a Hermitian, by minimal residuals: scipy.sparse.linalg.minres. `a` may be
/// indefinite, or singular if b is in its range; the preconditioner must be positive definite.
///
///   shapes  (n,n) (n) -> (n)
///   errors  ShapeMismatch; NotConverged if the options require convergence; Error for tolerances
///           and numbers of iterations below 0
///   cost    one product with a, and one with the preconditioner, an iteration, all by one plan
///   source  [Paige and Saunders 1975]
template <class A, ArrayExpression B>
auto minres(const A& a, const B& b, const IterativeOptions<detail::solution_t<A, B>>& options = {},
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<B> == 1, "relatile: minres: the right-hand side is a vector");
  using T = detail::solution_t<A, B>;
  const detail::Solver<T> solver{"minres", &detail::minres<T>, true};
  return detail::remembered<T>(solver, LinearOperator<T>(a), astype<T>(b), options);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/iterative/impl/minres.hpp"
#endif
