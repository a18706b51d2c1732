// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"

namespace relatile::kernel {

/// The lower triangular L of A = L L^H, of which A's lower half is read; zeros above. `first` is
/// the place of A's first diagonal element in the whole matrix.
///
///   errors  Error, naming `function` and the pivot, where A is not positive definite or has NaN
///   cost    n^3/3 flops; complex ones are four
template <class T>
MatrixKernel cholesky_kernel(const std::string& function, std::int64_t first);

/// C - sum of A_i B_i^H over `products` pairs: operands are A_0, B_0, A_1, B_1 and so on, rows that
/// other calls have written, and C last. C and all A may be some of the whole ones' rows.
///
///   cost  2 m n k flops for each product; complex ones are four
template <class T>
MatrixKernel subtract_products_kernel(std::size_t products);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/factorizations/impl/cholesky.hpp"
#endif
