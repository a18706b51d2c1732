// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <cmath>
#include <complex>
#include <string>
#include <type_traits>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/spectral/decomposed.hpp"
#include "relatile/kernel/spectral/refusals.hpp"
#include "relatile/kernel/spectral/singular_vectors.hpp"

// Decompositions by Eigen's classes, for programs without a LAPACK: they take about a minute to
// compile.

namespace relatile::kernel::detail::with_eigen {

template <class W>
Singular<W> singular(const std::string& function, const ColumnMajor<W>& a,
                     SingularVectors vectors) {
  unsigned options = 0;
  if (vectors == SingularVectors::thin) options = Eigen::ComputeThinU | Eigen::ComputeThinV;
  if (vectors == SingularVectors::full) options = Eigen::ComputeFullU | Eigen::ComputeFullV;
  Singular<W> found;
  if (a.size() == 0) {  // which Eigen does not take
    const bool full = vectors == SingularVectors::full;
    if (vectors == SingularVectors::none) return found;
    found.u.setIdentity(a.rows(), full ? a.rows() : 0);
    found.vh.setIdentity(full ? a.cols() : 0, a.cols());
    return found;
  }
  const Eigen::BDCSVD<ColumnMajor<W>> svd(a, options);
  require_convergence(function, svd.info() == Eigen::Success);
  found.s = svd.singularValues();
  if (vectors == SingularVectors::none) return found;
  found.u = svd.matrixU();
  found.vh = svd.matrixV().adjoint();
  return found;
}

/// Of the lower half of a.
template <class W>
Eigenpairs<W> hermitian_pairs(const std::string& function, const ColumnMajor<W>& a, bool vectors) {
  if (a.size() == 0) return {};  // here and below: Eigen does not take it
  const Eigen::SelfAdjointEigenSolver<ColumnMajor<W>> found(
      a, vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  require_convergence(function, found.info() == Eigen::Success);
  Eigenpairs<W> pairs;
  pairs.values = found.eigenvalues();
  if (vectors) pairs.vectors = found.eigenvectors();
  return pairs;
}

/// A power of two near the largest element: matrices of general form are divided by it, since
/// squares of very large and very small elements are no numbers.
template <class W>
double unit_of(const ColumnMajor<W>& a) {
  const double largest = a.cwiseAbs().maxCoeff();
  return largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1.0;
}

template <class W>
GeneralEigenpairs general_pairs(const std::string& function, const ColumnMajor<W>& a,
                                bool vectors) {
  using Solver = std::conditional_t<is_complex_v<W>, Eigen::ComplexEigenSolver<ColumnMajor<W>>,
                                    Eigen::EigenSolver<ColumnMajor<W>>>;
  if (a.size() == 0) return {};
  const double unit = unit_of(a);
  const Solver found(a / unit, vectors);
  require_convergence(function, found.info() == Eigen::Success);
  GeneralEigenpairs pairs;
  pairs.values = found.eigenvalues() * unit;
  if (!vectors) return pairs;
  pairs.vectors = found.eigenvectors();
  for (Eigen::Index j = 0; j < a.cols(); ++j) pairs.vectors.col(j).normalize();
  return pairs;
}

template <class W>
SchurForm<W> schur_form(const std::string& function, const ColumnMajor<W>& a) {
  using Schur = std::conditional_t<is_complex_v<W>, Eigen::ComplexSchur<ColumnMajor<W>>,
                                   Eigen::RealSchur<ColumnMajor<W>>>;
  if (a.size() == 0) return {a, a};
  const double unit = unit_of(a);
  const Schur found(a / unit);
  require_convergence(function, found.info() == Eigen::Success);
  return {found.matrixT() * W(unit), found.matrixU()};
}

}  // namespace relatile::kernel::detail::with_eigen
