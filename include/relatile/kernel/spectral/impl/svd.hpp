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
            const RowsMap<T> out = rows_of<T>(call.output);
            fill(out, T(0));
            for (std::size_t i = 0; i < s.size(); ++i) {
              out(u.rows(), std::int64_t(i)) = static_cast<real_t<T>>(s[i]);
            }
            if (vectors == SingularVectors::none) return;
            detail::copy_columns<T>(u, out);
            const std::int64_t row = out.rows() - vh.cols();
            for (std::int64_t j = 0; j < vh.cols(); ++j) {
              for (std::int64_t i = 0; i < vh.rows(); ++i) {
                out(row + j, i) = static_cast<T>(vh(i, j));
              }
            }
          },
          function + ' ' + std::to_string(int(vectors))};
}

}  // namespace relatile::kernel
