// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <cmath>
#include <limits>

#include "relatile/core/promotion.hpp"

namespace relatile::kernel::detail {

/// x /= by. Eigen divides several complex numbers at a time by |by|^2, which is 0 or infinite where
/// |by| is not nearly: they are multiplied by the reciprocal, or, where there is none, divided one
/// by one.
template <class T, class X>
void divide_all(X&& x, const T& by) {
  if constexpr (is_complex_v<T>) {
    using R = real_t<T>;
    constexpr R least = 4 * std::numeric_limits<R>::min();
    const R size = std::abs(by.real()) + std::abs(by.imag());
    if (size > least && size < 1 / least) {
      x *= T(1) / by;
    } else {
      x = x.unaryExpr([by](const T& element) { return element / by; });
    }
  } else {
    x /= by;
  }
}

}  // namespace relatile::kernel::detail
