// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/eigenvalues.hpp"

#include <complex>
#include <utility>

#include "relatile/kernel/spectral/decompositions.hpp"

namespace relatile::kernel {

template <class T>
MatrixKernel eigh_kernel(const std::string& function, bool lower, bool vectors) {
  return {"eigh",
          [function, lower, vectors](const MatrixCall& call) {
            auto a = detail::wide_matrix<T>(call.inputs[0]);
            if (!lower) a.adjointInPlace();
            for (Eigen::Index j = 1; j < a.cols(); ++j) a.col(j).head(j).setZero();
            detail::require_finite(function, a);
            const auto [values, found] =
                detail::decompositions::hermitian_pairs(function, std::move(a), vectors);
            RowsMap<T> out = rows_of<T>(call.output);
            for (Eigen::Index j = 0; j < out.cols(); ++j) {
              out(0, j) = static_cast<real_t<T>>(values(j));
            }
            if (vectors) out.bottomRows(out.cols()) = found.template cast<T>();
          },
          function + (lower ? " l" : " u") + (vectors ? " v" : "")};
}

template <class T>
MatrixKernel eig_kernel(const std::string& function, bool vectors) {
  return {"eig",
          [function, vectors](const MatrixCall& call) {
            using Complex = std::complex<real_t<T>>;
            auto a = detail::wide_matrix<T>(call.inputs[0]);
            detail::require_finite(function, a);
            const auto [values, found] =
                detail::decompositions::general_pairs(function, std::move(a), vectors);
            RowsMap<Complex> out = rows_of<Complex>(call.output);
            out.row(0) = values.transpose().template cast<Complex>();
            if (vectors) out.bottomRows(out.cols()) = found.template cast<Complex>();
          },
          function + (vectors ? " v" : "")};
}

template <class T>
MatrixKernel schur_kernel(const std::string& function) {
  return {"schur",
          [function](const MatrixCall& call) {
            const auto a = detail::wide_matrix<T>(call.inputs[0]);
            detail::require_finite(function, a);
            const auto [t, z] = detail::decompositions::schur_form(function, a);
            RowsMap<T> out = rows_of<T>(call.output);
            out.topRows(a.rows()) = t.template cast<T>();
            out.bottomRows(a.rows()) = z.template cast<T>();
          },
          function};
}

}  // namespace relatile::kernel
