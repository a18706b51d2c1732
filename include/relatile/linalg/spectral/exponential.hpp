// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/linalg/spectral/matrices.hpp"

namespace relatile {

namespace detail {
/// e^a of one matrix, evaluated if it is large, since how often it is squared depends on its norm.
template <class T>
tra::NodePtr exponential_node(const tra::NodePtr& a);
/// Up to which size a matrix, or each of several, is the work of one site.
inline constexpr std::int64_t exponential_alone = 384;
}  // namespace detail

/// The exponential of a square matrix, or of every matrix in an array: scipy.linalg.expm. Small
/// ones, and those of an array, are each the work of one site, by Pade's approximation of degree 13
/// with scaling and squaring, which follows the norms of a's powers, not a's own. A matrix of more
/// than 384 rows is computed at once, by products of all sites alone: Taylor's polynomial of degree
/// 20 of a / 2^s, squared s times.
/// Where eigenvalues are far apart, as -1e14 and 1, squares lose as many digits of the small ones.
///
///   shapes  (...,n,n) -> (...,n,n)
///   errors  ShapeMismatch for a matrix that is not square; KernelError or Error on all ranks for
///           NaN or infinities
///   cost    2 (7 + s) n^3 flops of a large one, s about log2 of 1/1.4 times the larger of
///           |a^4|^(1/4) and the smaller of |a^5|^(1/5) and (|a^2| |a^4|)^(1/6)
///   source  [Higham 2005]; [Al-Mohy and Higham 2009] for s; [Al-Mohy and Higham 2011], table
///           3.1, for the degree
template <ArrayExpression A>
auto expm(const A& a, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  detail::require_square("expm", matrix.shape());
  return Array<T, rank_of<A>>(detail::exponential_node<T>(matrix.node()));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/exponential.hpp"
#endif
