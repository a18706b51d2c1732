// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/kernel/spectral/wide_matrix.hpp"

namespace relatile::kernel::detail {

[[noreturn]] inline void refuse_infinities(const std::string& function) {
  throw Error("relatile: " + function + ": the matrix has NaN or infinities");
}

template <class W>
void require_finite(const std::string& function, const ColumnMajor<W>& a) {
  bool finite = true;
  for (std::int64_t i = 0; i < a.rows() * a.cols(); ++i) {
    finite =
        finite && std::isfinite(std::real(a.data()[i])) && std::isfinite(std::imag(a.data()[i]));
  }
  if (!finite) refuse_infinities(function);
}

/// Where LAPACK or Eigen gave up.
inline void require_convergence(const std::string& function, bool converged) {
  if (converged) return;
  throw Error("relatile: " + function + ": the iteration for its values did not converge");
}

}  // namespace relatile::kernel::detail
