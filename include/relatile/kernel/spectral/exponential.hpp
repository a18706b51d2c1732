// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"

namespace relatile::kernel {

/// The exponential of a square A by Pade's approximation of degree 13 of A / 2^s, squared s times.
///
///   errors  Error, naming `function`, for NaN or infinities
///   cost    about (2 (6 + s) + 3) n^3 flops
///   source  [Higham 2005]
template <class T>
MatrixKernel exponential_kernel(const std::string& function);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/spectral/impl/exponential.hpp"
#endif
