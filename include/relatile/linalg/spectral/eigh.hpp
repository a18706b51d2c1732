// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/linalg/spectral/matrices.hpp"

namespace relatile {

/// Eigenvalues and eigenvectors: numpy.linalg.eigh's names.
template <class T, int N>
struct EighResult {
  Array<real_t<T>, N - 1> eigenvalues;  ///< ascending
  Array<T, N> eigenvectors;             ///< orthonormal columns
};

struct EighOptions {
  char uplo = 'L';  ///< the half of a that is read: 'L' or 'U'
  /// Columns of a panel, of one matrix with more; 0: as suits.
  std::int64_t panel = 0;
};

namespace detail {

/// Whether the lower half is read; ShapeMismatch for another letter.
RELATILE_INLINE bool reads_lower(const std::string& function, char uplo);

struct EighNodes {
  tra::NodePtr values;  ///< elements as a's
  tra::NodePtr vectors;
};
template <class T>
EighNodes eigh_nodes(const std::string& function, const tra::NodePtr& a,
                     const EighOptions& options);
template <class T>
tra::NodePtr eigvalsh_node(const std::string& function, const tra::NodePtr& a,
                           const EighOptions& options);

/// The decomposition of a Hermitian matrix, not yet computed.
template <class T, int N>
EighResult<T, N> eigh_of(const std::string& function, const Array<T, N>& a,
                         const EighOptions& options = {}) {
  const EighNodes nodes = eigh_nodes<T>(function, a.node(), options);
  return {real_parts<T, N - 1>(Array<T, N - 1>(nodes.values)), Array<T, N>(nodes.vectors)};
}

}  // namespace detail

/// The eigenvalues and eigenvectors of a symmetric, or Hermitian, matrix, or of every matrix in an
/// array, computed at once (or, while grad(f, x) calls f, with that): numpy.linalg.eigh. One large
/// matrix is the work of all sites, each of many of one. The other half of a is not read. Signs are
/// as they come.
///
///   shapes  (...,n,n) -> (...,n), (...,n,n)
///   errors  ShapeMismatch for a matrix that is not square, another letter or a negative panel;
///           KernelError on all ranks for NaN or infinities
///   cost    about 9 n^3 flops
template <ArrayExpression A>
auto eigh(const A& a, const EighOptions& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  detail::require_square("eigh", matrix.shape());
  auto found = detail::eigh_of<T, rank_of<A>>("eigh", matrix, options);
  detail::compute_at_once(found.eigenvalues, found.eigenvectors);
  return found;
}

/// The eigenvalues of a symmetric, or Hermitian, matrix, ascending: numpy.linalg.eigvalsh.
///
///   shapes  (...,n,n) -> (...,n)
///   errors  as of eigh, when they are computed
template <ArrayExpression A>
auto eigvalsh(const A& a, const EighOptions& options = {},
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  detail::require_square("eigvalsh", matrix.shape());
  return detail::real_parts<T, rank_of<A> - 1>(
      Array<T, rank_of<A> - 1>(detail::eigvalsh_node<T>("eigvalsh", matrix.node(), options)));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/eigh.hpp"
#endif
