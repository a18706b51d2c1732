// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/svd.hpp"

#include <utility>

#include "relatile/kernel/spectral/decompositions.hpp"

namespace relatile::kernel {

template <class T>
MatrixKernel svd_kernel(const std::string& function, SingularVectors vectors) {
  return {"svd",
          [function, vectors](const MatrixCall& call) {
            auto a = detail::wide_matrix<T>(call.inputs[0]);
            detail::require_finite(function, a);
            const auto [u, s, vh] =
                detail::decompositions::singular(function, std::move(a), vectors);
            RowsMap<T> out = rows_of<T>(call.output);
            out.setZero();
            const Eigen::Index row = u.rows();
            for (Eigen::Index i = 0; i < s.size(); ++i) {
              out(row, i) = static_cast<real_t<T>>(s(i));
            }
            if (vectors == SingularVectors::none) return;
            out.topLeftCorner(u.rows(), u.cols()) = u.template cast<T>();
            out.bottomLeftCorner(vh.cols(), vh.rows()) = vh.transpose().template cast<T>();
          },
          function + ' ' + std::to_string(int(vectors))};
}

}  // namespace relatile::kernel
