// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"

namespace relatile::kernel {

/// Eigenvalues, ascending, of a Hermitian A of which one half is read: a row of them; with
/// `vectors` on top of the matrix whose columns are the vectors.
///
///   errors  Error, naming `function`, for NaN or infinities, or where there is no convergence
///   cost    about 9 n^3 flops with vectors
template <class T>
MatrixKernel eigh_kernel(const std::string& function, bool lower, bool vectors);

/// Eigenvalues of a square A, complex numbers, in the same arrangement; vectors have norm 1.
///
///   errors  as of eigh_kernel
///   cost    about 25 n^3 flops with vectors
template <class T>
MatrixKernel eig_kernel(const std::string& function, bool vectors);

/// A = Z T Z^H, T upper triangular, or of real elements with blocks of two for pairs of eigenvalues
/// that are not real: T on top of Z.
///
///   errors  as of eigh_kernel
///   cost    about 25 n^3 flops
template <class T>
MatrixKernel schur_kernel(const std::string& function);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/spectral/impl/eigenvalues.hpp"
#endif
