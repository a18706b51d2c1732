// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/kernel/factorizations/impl/cholesky.hpp"

namespace relatile::kernel::detail {

/// x of l l^T x = b, which x holds before.
inline void solve_by_factor(const RowsMap<double>& l, double* x) {
  for (std::int64_t i = 0; i < l.rows(); ++i) {
    x[i] = (x[i] - conjugate_dot<double>(l.row(i), x, i)) / l(i, i);
  }
  for (std::int64_t i = l.rows() - 1; i >= 0; --i) {
    x[i] /= l(i, i);
    add_multiple<double>(x, -x[i], l.row(i), i);
  }
}

}  // namespace relatile::kernel::detail
