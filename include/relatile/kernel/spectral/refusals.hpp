// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/error.hpp"

namespace relatile::kernel::detail {

template <class M>
void require_finite(const std::string& function, const M& a) {
  if (a.allFinite()) return;
  throw Error("relatile: " + function + ": the matrix has NaN or infinities");
}

/// Where LAPACK or Eigen gave up.
inline void require_convergence(const std::string& function, bool converged) {
  if (converged) return;
  throw Error("relatile: " + function + ": the iteration for its values did not converge");
}

}  // namespace relatile::kernel::detail
