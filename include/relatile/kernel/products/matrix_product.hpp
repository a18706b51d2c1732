// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/products/matrix_ref.hpp"

namespace relatile::kernel {

/// One matrix product: c += a b, or c = a b. Compiled once for all number types but bool, so that
/// nobody who multiplies blocks compiles Eigen's products.
///
///   cost  2 m n k flops
template <class T>
void matrix_product(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/products/impl/matrix_product.hpp"
#endif
