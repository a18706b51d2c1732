// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/linalg/spectral/derivatives.hpp"
#include "relatile/linalg/spectral/svd.hpp"

namespace relatile {

/// From which singular value on, in parts of the largest one, the others count as 0.
struct RankOptions {
  std::optional<double> rtol{};  ///< max(m, n) epsilon if not said
};

/// numpy.linalg.lstsq's names.
template <class T, int N>
struct LstsqResult {
  Array<T, N> x;
  /// Sums of |b - a x|^2, one for each column of b; none where a has not full rank or no more rows
  /// than columns, as of NumPy.
  Array<real_t<T>, 1> residuals;
  std::int64_t rank = 0;
  Array<real_t<T>, 1> s;  ///< a's singular values
};

namespace detail {

template <class T>
double rank_tolerance(const Extents& shape, const RankOptions& options) {
  const int rank = shape.rank();
  const auto larger = double(std::max(shape[rank - 1], shape[rank - 2]));
  return options.rtol.value_or(larger * double(std::numeric_limits<real_t<T>>::epsilon()));
}

/// 1 / s, and 0 for what counts as 0.
template <class R, int N>
Array<R, N> inverted(const Array<R, N>& s, double rtol) {
  if (s.size() == 0) return s;
  const Array<R, N> least = max(s, axis(-1), keepdims) * R(rtol);
  return where(s > least, R(1) / s, R(0));
}

}  // namespace detail

/// The pseudo-inverse of a matrix, or of every matrix in an array, by singular values:
/// numpy.linalg.pinv.
///
///   shapes  (...,m,n) -> (...,n,m)
///   errors  as of svd, when it is computed
template <ArrayExpression A>
auto pinv(const A& a, const RankOptions& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  constexpr int N = rank_of<A>;
  const auto [u, s, vh] = detail::svd_of<T, N>("pinv", matrix);
  const Array<real_t<T>, N - 1> inverse =
      detail::inverted<real_t<T>, N - 1>(s, detail::rank_tolerance<T>(matrix.shape(), options));
  const Array<T, N> scaled =
      detail::adjoint<T, N>(vh) * expand_dims(detail::as_elements<T, N - 1>(inverse), -2);
  const Array<T, N> found = matmul(scaled, detail::adjoint<T, N>(u));
  return Array<T, N>(detail::differentiable_pseudo_inverse<T>(found.node(), matrix.node()));
}

/// How many singular values count: numpy.linalg.matrix_rank.
///
///   shapes  (...,m,n) -> (...)
template <ArrayExpression A>
auto matrix_rank(const A& a, const RankOptions& options = {},
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  const auto s = detail::singular_values<T, rank_of<A>>("matrix_rank", matrix);
  const double rtol = detail::rank_tolerance<T>(matrix.shape(), options);
  const auto inverse = detail::inverted<real_t<T>, rank_of<A> - 1>(s, rtol);
  return Array<std::int64_t, rank_of<A> - 2>(sum(astype<std::int64_t>(inverse > 0), axis(-1)));
}

/// The largest singular value, of each matrix, by the smallest one: numpy.linalg.cond. Infinity for
/// a singular matrix, and by either p for one of zeros. With p = -2 the reverse; other norms, which
/// need an inverse, are not there.
///
///   shapes  (...,m,n) -> (...)
///   errors  ShapeMismatch for another p, and for a matrix without elements
template <ArrayExpression A>
auto cond(const A& a, int p = 2, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto matrix = detail::matrix_of_argument(a);
  using T = element_of<decltype(matrix)>;
  if (p != 2 && p != -2) {
    throw ShapeMismatch("relatile: cond: there is no condition by norm " + std::to_string(p) +
                        " here, only by 2 and -2");
  }
  detail::require_elements("cond", matrix.shape(), {rank_of<A> - 2, rank_of<A> - 1});
  const auto s = detail::singular_values<T, rank_of<A>>("cond", matrix);
  const auto largest = max(s, axis(-1));
  const auto smallest = min(s, axis(-1));
  using Result = Array<real_t<T>, rank_of<A> - 2>;
  const auto condition = p < 0 ? Result(smallest / largest) : Result(largest / smallest);
  return Result(
      where(largest == real_t<T>(0), std::numeric_limits<real_t<T>>::infinity(), condition));
}

/// The x that minimises |a x - b|, of several such x the shortest, by singular values, computed at
/// once: numpy.linalg.lstsq. Rank-deficient matrices, too.
///
///   shapes  (m,n) (m) -> (n), (m,n) (m,p) -> (n,p)
///   errors  ShapeMismatch if b has another number of rows than a; KernelError for NaN or
///           infinities in a
///   cost    that of svd
template <ArrayExpression A, ArrayExpression B>
auto lstsq(const A& a, const B& b, const RankOptions& options = {},
           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> == 2 && (rank_of<B> == 1 || rank_of<B> == 2),
                "relatile: lstsq takes a matrix, and a vector or a matrix");
  using T = promote_t<detail::factored_t<element_of<A>>, detail::factored_t<element_of<B>>>;
  constexpr int N = rank_of<B>;
  const Array<T, 2> matrix = astype<T>(a);
  const Array<T, N> right = astype<T>(b);
  detail::require_inner("lstsq", matrix.shape(), 0, right.shape(), 0);
  const auto found = detail::svd_of<T, 2>("lstsq", matrix);
  const double rtol = detail::rank_tolerance<T>(matrix.shape(), options);
  const Array<real_t<T>, 1> inverse = detail::inverted<real_t<T>, 1>(found.S, rtol);
  const Array<T, 1> scale = detail::as_elements<T, 1>(inverse);
  const Array<T, N> along = matmul(detail::adjoint<T, 2>(found.U), right);
  Array<T, N> scaled;
  if constexpr (N == 1) {
    scaled = scale * along;
  } else {
    scaled = expand_dims(scale, 1) * along;
  }
  LstsqResult<T, N> result;
  const Array<T, N> shortest = matmul(detail::adjoint<T, 2>(found.Vh), scaled);
  const Array<T, 2> inverted = matmul(detail::adjoint<T, 2>(found.Vh) * expand_dims(scale, -2),
                                      detail::adjoint<T, 2>(found.U));
  result.x = Array<T, N>(detail::differentiable_as_product<T>(
      shortest.node(), detail::differentiable_pseudo_inverse<T>(inverted.node(), matrix.node()),
      right.node()));
  result.s = found.S;
  const Array<std::int64_t, 0> rank = sum(astype<std::int64_t>(inverse > 0));
  detail::evaluate_all(result.x, result.s, rank);
  result.rank = item(rank);
  const Array<real_t<T>, N> rest = square(abs(right - matmul(matrix, result.x)));
  const bool unique = result.rank == matrix.shape(1) && matrix.shape(0) > matrix.shape(1);
  if (!unique) {
    result.residuals = zeros<real_t<T>>({0});
  } else if constexpr (N == 1) {
    result.residuals = sum(rest, axis(0), keepdims);
  } else {
    result.residuals = sum(rest, axis(0));
  }
  return result;
}

}  // namespace relatile
