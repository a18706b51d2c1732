// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"
#include "relatile/kernel/spectral/singular_vectors.hpp"

namespace relatile::kernel {

/// The singular values of A, m x n, in descending order, and vectors: for `none` a row of k =
/// min(m, n) values; for `thin` U, a row of values and conj(V) one below the other, all of k
/// columns; for `full` the same of max(m, n) columns, where zeros fill what U, V or the values have
/// not.
///
///   errors  Error, naming `function`, for NaN or infinities
///   cost    about 20 m n k flops with vectors
template <class T>
MatrixKernel svd_kernel(const std::string& function, SingularVectors vectors);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/spectral/impl/svd.hpp"
#endif
