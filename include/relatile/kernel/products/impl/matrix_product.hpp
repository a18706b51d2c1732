// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/products/matrix_product.hpp"

#include <type_traits>

#include "relatile/kernel/products/gemm.hpp"

namespace relatile::kernel {

/// Signed integers as in contract: bit by bit, what wraps is the same of unsigned ones.
template <class T>
void matrix_product(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    gemm<std::make_unsigned_t<T>>(a, b, c, into);
  } else {
    gemm<T>(a, b, c, into);
  }
}

}  // namespace relatile::kernel
