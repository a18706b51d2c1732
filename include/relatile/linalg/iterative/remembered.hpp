// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/lsqr_options.hpp"
#include "relatile/linalg/iterative/options.hpp"

// Solutions that gradients know of. While grad(f, x) calls f, the rule of a solution is not that of
// the steps that found it, but that of the equation that it solves: a solve with the conjugate
// transpose, by the same method, and for a matrix the outer product with the solution, at its
// places. What a function that multiplies holds has no derivative.

namespace relatile::detail {

/// A method for square matrices.
template <class T>
struct Solver {
  using Method = IterativeResult<T> (*)(const LinearOperator<T>&, const Array<T, 1>&,
                                        const IterativeOptions<T>&);
  const char* name;
  Method method;
  bool hermitian;  ///< a is its own conjugate transpose
};

/// What the method finds. With what gradients remember, b and what the products are made of are
/// evaluated first, so that they keep their own rules.
template <class T>
IterativeResult<T> remembered(const Solver<T>& solver, const LinearOperator<T>& a,
                              const Array<T, 1>& b, const IterativeOptions<T>& options);

/// What lsqr finds, of a of full rank: the derivative of its pseudo-inverse.
template <class T>
IterativeResult<T> remembered_lsqr(const LinearOperator<T>& a, const Array<T, 1>& b,
                                   const LsqrOptions<T>& options);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/iterative/impl/remembered.hpp"
#endif
