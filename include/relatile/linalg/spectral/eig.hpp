// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <string>

#include "relatile/linalg/spectral/matrices.hpp"

namespace relatile {

/// Eigenvalues and eigenvectors: numpy.linalg.eig's names.
template <class T, int N>
struct EigResult {
  Array<std::complex<real_t<T>>, N - 1> eigenvalues;
  Array<std::complex<real_t<T>>, N> eigenvectors;  ///< columns of norm 1
};

/// a = Z T Z^H: scipy.linalg.schur's names.
template <class Element, int N>
struct SchurResult {
  Array<Element, N>
      T;  ///< upper triangular, or of real elements with blocks of two on its diagonal
  Array<Element, N> Z;  ///< orthonormal columns
};

namespace detail {

struct EigNodes {
  tra::NodePtr values;
  tra::NodePtr vectors;
};
template <class T>
EigNodes eig_nodes(const std::string& function, const tra::NodePtr& a);
template <class T>
tra::NodePtr eigvals_node(const std::string& function, const tra::NodePtr& a);
template <class T>
EigNodes schur_nodes(const std::string& function, const tra::NodePtr& a);

}  // namespace detail

/// The eigenvalues and right eigenvectors of a square matrix, or of every matrix in an array,
/// computed at once: numpy.linalg.eig. They are complex numbers also where a is real and NumPy
/// would find that they are. Each matrix is the work of one site: for small ones.
///
///   shapes  (...,n,n) -> (...,n), (...,n,n)
///   errors  ShapeMismatch for a matrix that is not square; KernelError on all ranks for NaN or
///           infinities, or where there is no convergence
///   cost    about 25 n^3 flops, by one site
template <ArrayExpression A>
auto eig(const A& a, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  using Complex = std::complex<real_t<T>>;
  constexpr int N = rank_of<A>;
  detail::require_square("eig", matrix.shape());
  const detail::EigNodes nodes = detail::eig_nodes<T>("eig", matrix.node());
  const EigResult<T, N> found{Array<Complex, N - 1>(nodes.values),
                              Array<Complex, N>(nodes.vectors)};
  detail::compute_at_once(found.eigenvalues, found.eigenvectors);
  return found;
}

/// The eigenvalues alone: numpy.linalg.eigvals. In the order in which they are found.
///
///   shapes  (...,n,n) -> (...,n)
///   errors  as of eig, when they are computed
template <ArrayExpression A>
auto eigvals(const A& a, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  detail::require_square("eigvals", matrix.shape());
  return Array<std::complex<real_t<T>>, rank_of<A> - 1>(
      detail::eigvals_node<T>("eigvals", matrix.node()));
}

/// Schur's decomposition of a square matrix, or of every matrix in an array, computed at once:
/// scipy.linalg.schur, of real matrices the real one. Each matrix is the work of one site.
///
///   shapes  (...,n,n) -> (...,n,n), (...,n,n)
///   errors  as of eig
template <ArrayExpression A>
auto schur(const A& a, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  constexpr int N = rank_of<A>;
  detail::require_square("schur", matrix.shape());
  const detail::EigNodes nodes = detail::schur_nodes<T>("schur", matrix.node());
  const SchurResult<T, N> found{Array<T, N>(nodes.values), Array<T, N>(nodes.vectors)};
  detail::compute_at_once(found.T, found.Z);
  return found;
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/eig.hpp"
#endif
