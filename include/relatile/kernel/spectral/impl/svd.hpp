// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/svd.hpp"

#include <Eigen/SVD>

#include "relatile/kernel/spectral/finite.hpp"

namespace relatile::kernel {

namespace detail {

template <class W>
struct Singular {
  ColumnMajor<W> u;
  RealVector s;
  ColumnMajor<W> v;
};

template <class W>
Singular<W> singular(const ColumnMajor<W>& a, SingularVectors vectors) {
  unsigned options = 0;
  if (vectors == SingularVectors::thin) options = Eigen::ComputeThinU | Eigen::ComputeThinV;
  if (vectors == SingularVectors::full) options = Eigen::ComputeFullU | Eigen::ComputeFullV;
  const Eigen::BDCSVD<ColumnMajor<W>> svd(a, options);
  Singular<W> found;
  found.s = svd.singularValues();
  if (vectors == SingularVectors::none) return found;
  found.u = svd.matrixU();
  found.v = svd.matrixV();
  return found;
}

}  // namespace detail

template <class T>
MatrixKernel svd_kernel(const std::string& function, SingularVectors vectors) {
  return {"svd",
          [function, vectors](const MatrixCall& call) {
            const auto a = detail::wide_matrix<T>(call.inputs[0]);
            detail::require_finite(function, a);
            const auto [u, s, v] = detail::singular(a, vectors);
            RowsMap<T> out = rows_of<T>(call.output);
            out.setZero();
            const Eigen::Index row = u.rows();
            for (Eigen::Index i = 0; i < s.size(); ++i) {
              out(row, i) = static_cast<real_t<T>>(s(i));
            }
            if (vectors == SingularVectors::none) return;
            out.topLeftCorner(u.rows(), u.cols()) = u.template cast<T>();
            out.bottomLeftCorner(v.rows(), v.cols()) = v.conjugate().template cast<T>();
          },
          function + ' ' + std::to_string(int(vectors))};
}

}  // namespace relatile::kernel
