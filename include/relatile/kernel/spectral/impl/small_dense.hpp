// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/small_dense.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/spectral/decompositions.hpp"

namespace relatile::kernel {
namespace detail {

using SmallMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline Eigen::Map<const SmallMatrix> small(const std::vector<double>& a, std::int64_t rows,
                                           std::int64_t cols) {
  return {a.data(), rows, cols};
}
inline std::vector<double> elements_of(const SmallMatrix& m) {
  return {m.data(), m.data() + m.size()};
}

/// The factors that give columns of these lengths the length 1.
inline Eigen::VectorXd scale_to_ones(const Eigen::VectorXd& lengths) {
  return lengths.unaryExpr([](double v) { return v > 0 ? 1 / v : 1.0; });
}
/// The shortest of x and what differs from it by columns of `none`.
inline SmallMatrix shortest(const SmallMatrix& x, const SmallMatrix& none) {
  return x - none * SmallMatrix(none.colPivHouseholderQr().solve(x));
}

}  // namespace detail

RELATILE_INLINE SolvedSystem solve_symmetric(const std::vector<double>& a, std::int64_t n,
                                             const std::vector<double>& b, std::int64_t columns) {
  if (n == 0) return {{}, true};
  // What is singular does not depend on the units of columns: the diagonal is scaled to ones.
  const Eigen::VectorXd inverse_scale =
      detail::scale_to_ones(detail::small(a, n, n).diagonal().cwiseMax(0).cwiseSqrt());
  const auto scaling = inverse_scale.asDiagonal();
  const detail::SmallMatrix matrix = scaling * detail::small(a, n, n) * scaling;
  const detail::SmallMatrix right = scaling * detail::small(b, n, columns);
  const Eigen::LLT<detail::SmallMatrix> factor(matrix);
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const double rcond = factor.info() == Eigen::Success ? factor.rcond() : 0;
  if (rcond > double(n) * eps) {
    return {detail::elements_of(scaling * factor.solve(right)), true, rcond};
  }
  const SymmetricEigen eigen = symmetric_eigen(detail::elements_of(matrix), n);
  const Eigen::Map<const Eigen::VectorXd> values(eigen.values.data(), n);
  const double least = double(n) * eps * values.cwiseAbs().maxCoeff();
  const Eigen::VectorXd inverse =
      values.unaryExpr([=](double v) { return v > least ? 1 / v : 0.0; });
  const detail::SmallMatrix v = detail::small(eigen.vectors, n, n).transpose();
  detail::SmallMatrix x = scaling * (v * inverse.asDiagonal() * (v.transpose() * right));
  const Eigen::Index left_out = (inverse.array() == 0).count();
  if (left_out > 0 && left_out < n) {  // eigenvalues ascend
    // Of least norm as it is, not as it is scaled.
    x = detail::shortest(x, scaling * v.leftCols(left_out));
  }
  return {detail::elements_of(x), false};
}

RELATILE_INLINE std::vector<double> solve_least_squares(const std::vector<double>& a,
                                                        std::int64_t m,
                                                        const std::vector<double>& lengths,
                                                        const std::vector<double>& b) {
  const auto n = std::int64_t(lengths.size());
  if (m == 0 || n == 0) return std::vector<double>(std::size_t(n), 0.0);
  const Eigen::VectorXd inverse_scale = detail::scale_to_ones(detail::small(lengths, n, 1));
  const detail::SmallMatrix matrix = detail::small(a, m, n) * inverse_scale.asDiagonal();
  Eigen::ColPivHouseholderQR<detail::SmallMatrix> factor(matrix);
  const double least = 100 * double(n) * std::numeric_limits<double>::epsilon();
  factor.setThreshold(factor.maxPivot() > 0 ? least / factor.maxPivot() : 1);
  const Eigen::Index rank = factor.rank();
  const Eigen::Index left_out = n - rank;
  // One solution beside what may be added to any.
  detail::SmallMatrix all = detail::SmallMatrix::Zero(n, 1 + left_out);
  const detail::SmallMatrix right = factor.householderQ().adjoint() * detail::small(b, m, 1);
  all.topLeftCorner(rank, 1) = right.topRows(rank);
  all.topRightCorner(rank, left_out) = -factor.matrixR().block(0, rank, rank, left_out);
  factor.matrixR()
      .topLeftCorner(rank, rank)
      .template triangularView<Eigen::Upper>()
      .solveInPlace(all.topRows(rank));
  all.bottomRightCorner(left_out, left_out).setIdentity();
  all = inverse_scale.asDiagonal() * (factor.colsPermutation() * all);
  const detail::SmallMatrix x = all.leftCols(1);
  if (left_out == 0) return detail::elements_of(x);
  return detail::elements_of(detail::shortest(x, all.rightCols(left_out)));
}

RELATILE_INLINE SymmetricEigen symmetric_eigen(const std::vector<double>& a, std::int64_t n) {
  if (n == 0) return {};
  detail::ColumnMajor<double> matrix(n, n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < n; ++j) matrix(i, j) = nth(a, i * n + j);
  }
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(a.begin(), a.end(), is_finite)) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {std::vector<double>(std::size_t(n), none),
            std::vector<double>(std::size_t(n * n), none)};
  }
  auto pairs = detail::decompositions::hermitian_pairs("eigenvalues", std::move(matrix), true);
  const double* const vectors = pairs.vectors.data();  // column by column
  return {std::move(pairs.values), std::vector<double>(vectors, vectors + n * n)};
}

RELATILE_INLINE std::vector<double> cholesky_lower(const std::vector<double>& a, std::int64_t n) {
  if (n == 0) return {};
  const Eigen::LLT<detail::SmallMatrix> factor(detail::SmallMatrix(detail::small(a, n, n)));
  if (factor.info() != Eigen::Success) return {};
  return detail::elements_of(factor.matrixL());
}

RELATILE_INLINE std::vector<double> inverse_lower(const std::vector<double>& l, std::int64_t n) {
  if (n == 0) return {};
  const detail::SmallMatrix factor = detail::small(l, n, n);
  return detail::elements_of(
      factor.triangularView<Eigen::Lower>().solve(detail::SmallMatrix::Identity(n, n)));
}

}  // namespace relatile::kernel
