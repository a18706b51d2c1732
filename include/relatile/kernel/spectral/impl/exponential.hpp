// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/exponential.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>

#include "relatile/kernel/spectral/refusals.hpp"
#include "relatile/kernel/spectral/wide_matrix.hpp"

namespace relatile::kernel {

namespace detail {

/// exp(A) = q(A)^-1 p(A) for matrices of norm below 5.37.
template <class W>
ColumnMajor<W> pade13(const ColumnMajor<W>& a) {
  using Matrix = ColumnMajor<W>;
  constexpr std::array b{64764752532480000.,
                         32382376266240000.,
                         7771770303897600.,
                         1187353796428800.,
                         129060195264000.,
                         10559470521600.,
                         670442572800.,
                         33522128640.,
                         1323241920.,
                         40840800.,
                         960960.,
                         16380.,
                         182.,
                         1.};
  const auto c = [&](std::size_t i) { return W(b[i] / b[0]); };
  const Matrix unit = Matrix::Identity(a.rows(), a.cols());
  const Matrix a2 = a * a;
  const Matrix a4 = a2 * a2;
  const Matrix a6 = a4 * a2;
  const Matrix odd_tail = a6 * (c(13) * a6 + c(11) * a4 + c(9) * a2);
  const Matrix odd = a * (odd_tail + c(7) * a6 + c(5) * a4 + c(3) * a2 + c(1) * unit);
  const Matrix even_tail = a6 * (c(12) * a6 + c(10) * a4 + c(8) * a2);
  const Matrix even = even_tail + c(6) * a6 + c(4) * a4 + c(2) * a2 + c(0) * unit;
  const Matrix denominator = even - odd;
  return denominator.partialPivLu().solve(even + odd);
}

}  // namespace detail

template <class T>
MatrixKernel exponential_kernel(const std::string& function) {
  return {"expm",
          [function](const MatrixCall& call) {
            auto a = detail::wide_matrix<T>(call.inputs[0]);
            detail::require_finite(function, a);
            const double norm = a.cwiseAbs().colwise().sum().maxCoeff();
            const int halvings = norm > 5.37 ? int(std::ceil(std::log2(norm / 5.37))) : 0;
            a *= std::ldexp(1.0, -halvings);
            auto e = detail::pade13(a);
            for (int s = 0; s < halvings; ++s) e = (e * e).eval();
            rows_of<T>(call.output) = e.template cast<T>();
          },
          function};
}

}  // namespace relatile::kernel
