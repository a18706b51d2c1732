// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/eigenvalues.hpp"

#include <Eigen/Eigenvalues>

#include "relatile/kernel/spectral/finite.hpp"

namespace relatile::kernel {

namespace detail {

template <class W>
struct Eigenpairs {
  RealVector values;
  ColumnMajor<W> vectors;
};
/// Of the lower half of a.
template <class W>
Eigenpairs<W> hermitian_pairs(const std::string& function, const ColumnMajor<W>& a, bool vectors) {
  const Eigen::SelfAdjointEigenSolver<ColumnMajor<W>> found(
      a, vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  if (found.info() != Eigen::Success) refuse_unconverged(function);
  Eigenpairs<W> pairs;
  pairs.values = found.eigenvalues();
  if (vectors) pairs.vectors = found.eigenvectors();
  return pairs;
}

template <class W>
struct SchurOf {
  using type = Eigen::RealSchur<ColumnMajor<W>>;
};
template <class W>
  requires is_complex_v<W>
struct SchurOf<W> {
  using type = Eigen::ComplexSchur<ColumnMajor<W>>;
};
template <class W>
struct Triangular {
  ColumnMajor<W> t;
  ColumnMajor<W> z;
};
template <class W>
Triangular<W> triangular(const std::string& function, const ColumnMajor<W>& a) {
  const typename SchurOf<W>::type found(a);
  if (found.info() != Eigen::Success) refuse_unconverged(function);
  return {found.matrixT(), found.matrixU()};
}

using Wide = std::complex<double>;
/// Values as a row on top of vectors.
template <class W>
ColumnMajor<Wide> general_pairs(const std::string& function, const ColumnMajor<W>& a,
                                bool vectors) {
  using Solver = std::conditional_t<is_complex_v<W>, Eigen::ComplexEigenSolver<ColumnMajor<Wide>>,
                                    Eigen::EigenSolver<ColumnMajor<double>>>;
  const Solver found(a, vectors);
  if (found.info() != Eigen::Success) refuse_unconverged(function);
  ColumnMajor<Wide> packed(vectors ? a.rows() + 1 : 1, a.cols());
  packed.row(0) = found.eigenvalues().transpose();
  if (vectors) {
    packed.bottomRows(a.rows()) = found.eigenvectors();
    for (Eigen::Index j = 0; j < a.cols(); ++j) packed.col(j).tail(a.rows()).normalize();
  }
  return packed;
}

}  // namespace detail

template <class T>
MatrixKernel eigh_kernel(const std::string& function, bool lower, bool vectors) {
  return {"eigh",
          [function, lower, vectors](const MatrixCall& call) {
            auto a = detail::wide_matrix<T>(call.inputs[0]);
            if (!lower) a.adjointInPlace();
            for (Eigen::Index j = 1; j < a.cols(); ++j) a.col(j).head(j).setZero();
            detail::require_finite(function, a);
            const auto [values, found] = detail::hermitian_pairs(function, a, vectors);
            RowsMap<T> out = rows_of<T>(call.output);
            for (Eigen::Index j = 0; j < a.cols(); ++j) {
              out(0, j) = static_cast<real_t<T>>(values(j));
            }
            if (vectors) out.bottomRows(a.rows()) = found.template cast<T>();
          },
          function + (lower ? " l" : " u") + (vectors ? " v" : "")};
}

template <class T>
MatrixKernel eig_kernel(const std::string& function, bool vectors) {
  return {"eig",
          [function, vectors](const MatrixCall& call) {
            using Complex = std::complex<real_t<T>>;
            const auto a = detail::wide_matrix<T>(call.inputs[0]);
            detail::require_finite(function, a);
            rows_of<Complex>(call.output) =
                detail::general_pairs(function, a, vectors).template cast<Complex>();
          },
          function + (vectors ? " v" : "")};
}

template <class T>
MatrixKernel schur_kernel(const std::string& function) {
  return {"schur",
          [function](const MatrixCall& call) {
            const auto a = detail::wide_matrix<T>(call.inputs[0]);
            detail::require_finite(function, a);
            const auto [t, z] = detail::triangular(function, a);
            RowsMap<T> out = rows_of<T>(call.output);
            out.topRows(a.rows()) = t.template cast<T>();
            out.bottomRows(a.rows()) = z.template cast<T>();
          },
          function};
}

}  // namespace relatile::kernel
