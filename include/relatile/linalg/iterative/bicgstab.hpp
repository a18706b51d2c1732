// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/remembered.hpp"
#include "relatile/linalg/iterative/run.hpp"

namespace relatile {

namespace detail {
/// The same of an operator.
template <class T>
IterativeResult<T> bicgstab(const LinearOperator<T>& a, const Array<T, 1>& b,
                            const IterativeOptions<T>& options);
}  // namespace detail

/// Solves a x = b, a square, by stabilised biconjugate gradients: scipy.sparse.linalg.bicgstab. It
/// keeps six vectors; where it breaks down it starts anew, if it came nearer. An iteration is two
/// products with a, and two with the preconditioner, all by one plan.
///
///   shapes  (n,n) (n) -> (n)
///   errors  ShapeMismatch; NotConverged if the options require convergence; Error for tolerances
///           and numbers of iterations below 0
///   source  [van der Vorst 1992]
template <class A, ArrayExpression B>
auto bicgstab(const A& a, const B& b,
              const IterativeOptions<detail::solution_t<A, B>>& options = {},
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<B> == 1, "relatile: bicgstab: the right-hand side is a vector");
  using T = detail::solution_t<A, B>;
  const detail::Solver<T> solver{"bicgstab", &detail::bicgstab<T>, false};
  return detail::remembered<T>(solver, LinearOperator<T>(a), astype<T>(b), options);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/iterative/impl/bicgstab.hpp"
#endif
