// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/svd.hpp"

namespace relatile {

/// a = u p: scipy.linalg.polar's names.
template <class T>
struct PolarResult {
  Array<T, 2> u;  ///< orthonormal columns, or, of a wide matrix, rows
  Array<T, 2> p;  ///< Hermitian, no eigenvalue below 0
};

/// The polar decomposition a = u p, computed at once: scipy.linalg.polar, by singular values.
///
///   shapes  (m,n) -> (m,n), (n,n)
///   errors  KernelError on all ranks for NaN or infinities
///   cost    that of svd, and two products
template <ArrayExpression A>
auto polar(const A& a, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> == 2, "relatile: polar takes a matrix");
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  const auto found = detail::svd_of<T, 2>("polar", matrix);
  PolarResult<T> result;
  result.u = matmul(found.U, found.Vh);
  const Array<T, 2> scaled = expand_dims(detail::as_elements<T, 1>(found.S), 1) * found.Vh;
  result.p = matmul(detail::adjoint<T, 2>(found.Vh), scaled);
  detail::compute_at_once(result.u, result.p);
  return result;
}

}  // namespace relatile
