// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/eigenvalues.hpp"

#include <complex>
#include <utility>

#include "relatile/kernel/spectral/decompositions.hpp"

namespace relatile::kernel {
namespace detail {

/// The square matrix below a row of its values.
template <class T>
RowsMap<T> below_values(const RowsMap<T>& out) {
  return part_of(out, 1, 0, out.cols(), out.cols());
}

}  // namespace detail

template <class T>
MatrixKernel eigh_kernel(const std::string& function, bool lower, bool vectors) {
  return {"eigh",
          [function, lower, vectors](const MatrixCall& call) {
            auto a = detail::wide_matrix<T>(call.inputs[0]);
            for (std::int64_t j = 0; j < a.cols(); ++j) {
              for (std::int64_t i = j; i < a.rows() && !lower; ++i) a(i, j) = conjugate(a(j, i));
              for (std::int64_t i = 0; i < j; ++i) a(i, j) = 0;
            }
            detail::require_finite(function, a);
            const auto [values, found] =
                detail::decompositions::hermitian_pairs(function, std::move(a), vectors);
            const RowsMap<T> out = rows_of<T>(call.output);
            for (std::int64_t j = 0; j < out.cols(); ++j) {
              out(0, j) = static_cast<real_t<T>>(values[std::size_t(j)]);
            }
            if (vectors) detail::copy_columns<T>(found, detail::below_values(out));
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
            const RowsMap<Complex> out = rows_of<Complex>(call.output);
            for (std::int64_t j = 0; j < out.cols(); ++j) {
              out(0, j) = static_cast<Complex>(values[std::size_t(j)]);
            }
            if (vectors) detail::copy_columns<Complex>(found, detail::below_values(out));
          },
          function + (vectors ? " v" : "")};
}

template <class T>
MatrixKernel schur_kernel(const std::string& function) {
  return {"schur",
          [function](const MatrixCall& call) {
            auto a = detail::wide_matrix<T>(call.inputs[0]);
            detail::require_finite(function, a);
            const auto [t, z] = detail::decompositions::schur_form(function, std::move(a));
            const RowsMap<T> out = rows_of<T>(call.output);
            detail::copy_columns<T>(t, out);
            detail::copy_columns<T>(z, part_of(out, t.rows(), 0, z.rows(), z.cols()));
          },
          function};
}

}  // namespace relatile::kernel
