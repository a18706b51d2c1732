// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/spectral/decomposed.hpp"
#include "relatile/kernel/spectral/refusals.hpp"
#include "relatile/kernel/spectral/singular_vectors.hpp"

// Decompositions by Eigen's classes, for programs without a LAPACK: they take about a minute to
// compile.

namespace relatile::kernel::detail::with_eigen {

template <class W>
using Dense = Eigen::Matrix<W, Eigen::Dynamic, Eigen::Dynamic>;
template <class W>
Eigen::Map<const Dense<W>> dense(const ColumnMajor<W>& a) {
  return {a.data(), a.rows(), a.cols()};
}
template <class W>
ColumnMajor<W> columns_of(const Dense<W>& a) {
  ColumnMajor<W> made(a.rows(), a.cols());
  std::copy_n(a.data(), a.size(), made.data());
  return made;
}
template <class W>
std::vector<W> elements_of(const Eigen::Matrix<W, Eigen::Dynamic, 1>& x) {
  return {x.data(), x.data() + x.size()};
}

template <class W>
Singular<W> singular(const std::string& function, const ColumnMajor<W>& a,
                     SingularVectors vectors) {
  unsigned options = 0;
  if (vectors == SingularVectors::thin) options = Eigen::ComputeThinU | Eigen::ComputeThinV;
  if (vectors == SingularVectors::full) options = Eigen::ComputeFullU | Eigen::ComputeFullV;
  Singular<W> found;
  if (a.rows() == 0 || a.cols() == 0) {  // which Eigen does not take
    const bool full = vectors == SingularVectors::full;
    if (vectors == SingularVectors::none) return found;
    found.u = identity<W>(a.rows(), full ? a.rows() : 0);
    found.vh = identity<W>(full ? a.cols() : 0, a.cols());
    return found;
  }
  const Eigen::BDCSVD<Dense<W>> svd(dense(a), options);
  require_convergence(function, svd.info() == Eigen::Success);
  found.s = elements_of<double>(svd.singularValues());
  if (vectors == SingularVectors::none) return found;
  found.u = columns_of<W>(svd.matrixU());
  found.vh = columns_of<W>(svd.matrixV().adjoint());
  return found;
}

/// Of an upper matrix of two diagonals; the last element above the diagonal is not read.
inline Singular<double> bidiagonal(const std::string& function, const RealVector& diagonal,
                                   const RealVector& above, bool vectors) {
  const auto n = std::int64_t(diagonal.size());
  ColumnMajor<double> a(n, n);
  std::fill_n(a.data(), n * n, 0.0);
  for (std::int64_t i = 0; i < n; ++i) {
    a(i, i) = diagonal[std::size_t(i)];
    if (i + 1 < n) a(i, i + 1) = above[std::size_t(i)];
  }
  return singular(function, a, vectors ? SingularVectors::thin : SingularVectors::none);
}

/// Of the lower half of a.
template <class W>
Eigenpairs<W> hermitian_pairs(const std::string& function, const ColumnMajor<W>& a, bool vectors) {
  if (a.rows() == 0) return {};  // here and below: Eigen does not take it
  const Eigen::SelfAdjointEigenSolver<Dense<W>> found(
      dense(a), vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  require_convergence(function, found.info() == Eigen::Success);
  Eigenpairs<W> pairs;
  pairs.values = elements_of<double>(found.eigenvalues());
  if (vectors) pairs.vectors = columns_of<W>(found.eigenvectors());
  return pairs;
}

/// Of a symmetric matrix of three diagonals; the last element beside the diagonal is not read.
inline Eigenpairs<double> tridiagonal_pairs(const std::string& function, const RealVector& diagonal,
                                            const RealVector& beside, bool vectors) {
  const auto n = Eigen::Index(diagonal.size());
  Eigen::SelfAdjointEigenSolver<Dense<double>> found;
  found.computeFromTridiagonal(
      Eigen::Map<const Eigen::VectorXd>(diagonal.data(), n),
      Eigen::Map<const Eigen::VectorXd>(beside.data(), std::max<Eigen::Index>(n - 1, 0)),
      vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  require_convergence(function, found.info() == Eigen::Success);
  Eigenpairs<double> pairs;
  pairs.values = elements_of<double>(found.eigenvalues());
  if (vectors) pairs.vectors = columns_of<double>(found.eigenvectors());
  return pairs;
}

/// A power of two near the largest element: matrices of general form are divided by it, since
/// squares of very large and very small elements are no numbers.
template <class W>
double unit_of(const ColumnMajor<W>& a) {
  const double largest = dense(a).cwiseAbs().maxCoeff();
  return largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1.0;
}

template <class W>
GeneralEigenpairs general_pairs(const std::string& function, const ColumnMajor<W>& a,
                                bool vectors) {
  using Solver = std::conditional_t<is_complex_v<W>, Eigen::ComplexEigenSolver<Dense<W>>,
                                    Eigen::EigenSolver<Dense<W>>>;
  if (a.rows() == 0) return {};
  const double unit = unit_of(a);
  const Solver found(dense(a) / unit, vectors);
  require_convergence(function, found.info() == Eigen::Success);
  GeneralEigenpairs pairs;
  pairs.values = elements_of<std::complex<double>>(found.eigenvalues() * unit);
  if (!vectors) return pairs;
  Dense<std::complex<double>> all = found.eigenvectors();
  for (Eigen::Index j = 0; j < all.cols(); ++j) all.col(j).normalize();
  pairs.vectors = columns_of(all);
  return pairs;
}

template <class W>
SchurForm<W> schur_form(const std::string& function, const ColumnMajor<W>& a) {
  using Schur = std::conditional_t<is_complex_v<W>, Eigen::ComplexSchur<Dense<W>>,
                                   Eigen::RealSchur<Dense<W>>>;
  if (a.rows() == 0) return {};
  const double unit = unit_of(a);
  const Schur found(dense(a) / unit);
  require_convergence(function, found.info() == Eigen::Success);
  return {columns_of<W>(found.matrixT() * W(unit)), columns_of<W>(found.matrixU())};
}

}  // namespace relatile::kernel::detail::with_eigen
