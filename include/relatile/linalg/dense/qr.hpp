// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "relatile/linalg/dense/shapes.hpp"
#include "relatile/tra/node.hpp"

namespace relatile {

/// What qr computes, and how.
struct QrOptions {
  std::string_view mode = "reduced";  ///< "reduced", "complete" or "r"
  std::int64_t panel = 0;             ///< columns of a panel; 0: as suits
  /// Of a tall matrix, rows that are factored at a time; 0: as suits, and what is tall as well.
  std::int64_t block_rows = 0;
  /// Of a tall matrix, Q as a R^-1 [NumS, section 6]: half the work, but Q is orthogonal to the
  /// precision times a's condition only, and a of less than full rank is an error.
  bool indirect = false;
};

/// The factors of a = q r. Of mode "r" there is no q.
template <class T, int N>
struct QrFactors {
  Array<T, N> q;
  Array<T, N> r;
};

namespace detail {

struct QrNodes {
  tra::NodePtr q;
  tra::NodePtr r;
};

/// The factors of one matrix, or of an array of them. One that is tall is cut into blocks of rows:
/// sites factor theirs, and the blocks' triangles are one matrix, which is factored in the same way
/// until it is small. Others are factored panel by panel: a panel by one site, the columns to the
/// right of it by all.
template <class T>
QrNodes qr_nodes(const tra::NodePtr& a, const QrOptions& options);

}  // namespace detail

/// q and r of a = q r, q of orthonormal columns and r upper triangular: numpy.linalg.qr. For k =
/// min(m, n), modes are "reduced", q (m,k) and r (k,n); "complete", q (m,m) and r (m,n); and "r",
/// only r (k,n).
///
///   shapes  (...,m,n) -> q (...,m,k), r (...,k,n); integers count as double
///   cost    2 n^2 (m - n/3) flops for m >= n, and as many for q
///
///   errors  ShapeMismatch for another mode, and for block_rows below 0
template <ArrayExpression A>
auto qr(const A& a, const QrOptions& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_to_factor(a);
  using T = element_of<decltype(matrix)>;
  const auto nodes = detail::qr_nodes<T>(matrix.node(), options);
  QrFactors<T, rank_of<A>> factors;
  if (nodes.q) factors.q = Array<T, rank_of<A>>(nodes.q);
  factors.r = Array<T, rank_of<A>>(nodes.r);
  return factors;
}
template <ArrayExpression A, std::convertible_to<std::string_view> Mode>
auto qr(const A& a, const Mode& mode, SourceLine line = SourceLine::current()) {
  return qr(a, QrOptions{mode}, line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/dense/impl/qr.hpp"
#endif
