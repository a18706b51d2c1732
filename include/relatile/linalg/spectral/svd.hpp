// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/linalg/spectral/matrices.hpp"

namespace relatile {

/// a = U diag(S) Vh: numpy.linalg.svd's names.
template <class T, int N>
struct SvdResult {
  Array<T, N> U;              ///< orthonormal columns
  Array<real_t<T>, N - 1> S;  ///< descending
  Array<T, N> Vh;             ///< orthonormal rows
};

struct SvdOptions {
  /// U and Vh square, with columns and rows that belong to no singular value. NumPy's default is
  /// true, ours is not: of a tall matrix U would be as large as its square.
  bool full_matrices = false;
  /// Columns of a panel, of one matrix with more; 0: as suits.
  std::int64_t panel = 0;
};

namespace detail {

struct SvdNodes {
  tra::NodePtr u;
  tra::NodePtr s;  ///< elements as a's
  tra::NodePtr vh;
};
template <class T>
SvdNodes svd_nodes(const std::string& function, const tra::NodePtr& a, const SvdOptions& options);
/// Singular values alone, of elements as a's.
template <class T>
tra::NodePtr singular_values_node(const std::string& function, const tra::NodePtr& a,
                                  const SvdOptions& options);

template <class T, int N>
SvdResult<T, N> svd_of(const std::string& function, const Array<T, N>& a,
                       const SvdOptions& options = {}) {
  const SvdNodes nodes = svd_nodes<T>(function, a.node(), options);
  return {Array<T, N>(nodes.u), real_parts<T, N - 1>(Array<T, N - 1>(nodes.s)),
          Array<T, N>(nodes.vh)};
}
template <class T, int N>
Array<real_t<T>, N - 1> singular_values(const std::string& function, const Array<T, N>& a,
                                        const SvdOptions& options = {}) {
  return real_parts<T, N - 1>(
      Array<T, N - 1>(singular_values_node<T>(function, a.node(), options)));
}

}  // namespace detail

/// The singular value decomposition of a matrix, or of every matrix in an array, computed at once
/// (or, while grad(f, x) calls f, with that): numpy.linalg.svd. A matrix of twice as many rows as
/// columns, or the reverse, is reduced to its triangular factor by all sites, and U is a product of
/// all; a large one that is square is reduced to a band by all, and one that is not to a square one
/// first. Others are the work of one site, as is each matrix of an array of them. Signs are as they
/// come.
///
///   shapes  (...,m,n) -> (...,m,k), (...,k), (...,k,n), k = min(m, n)
///   errors  KernelError on all ranks for NaN or infinities; ShapeMismatch for a negative panel
///   cost    about 6 m n^2 flops by all sites of a tall matrix, and 22 n^3
template <ArrayExpression A>
auto svd(const A& a, const SvdOptions& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  auto found = detail::svd_of<T, rank_of<A>>("svd", matrix, options);
  detail::compute_at_once(found.U, found.S, found.Vh);
  return found;
}

/// numpy.linalg.svd(a, full_matrices=False)
template <ArrayExpression A, std::same_as<bool> B>
auto svd(const A& a, B full_matrices, SourceLine line = SourceLine::current()) {
  return svd(a, SvdOptions{.full_matrices = full_matrices}, line);
}

/// The singular values, descending: numpy.linalg.svdvals.
///
///   shapes  (...,m,n) -> (...,min(m,n))
///   errors  KernelError on all ranks for NaN or infinities, when they are computed
template <ArrayExpression A>
auto svdvals(const A& a, const SvdOptions& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  return detail::singular_values<element_of<decltype(matrix)>, rank_of<A>>("svdvals", matrix,
                                                                           options);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/svd.hpp"
#endif
