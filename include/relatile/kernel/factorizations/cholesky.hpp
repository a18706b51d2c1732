// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

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

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/factorizations/impl/cholesky.hpp"
#endif
