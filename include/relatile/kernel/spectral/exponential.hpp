// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"

namespace relatile::kernel {

/// How often a number is halved until it is at most `most`.
inline int halvings_to(double number, double most) {
  return number > most ? int(std::ceil(std::log2(number / most))) : 0;
}
/// How often more, where a term of relative size 2^log2_of_term, which each halving divides by
/// 2^degree, is to be below the rounding of doubles.
inline int more_halvings(double log2_of_term, int degree) {
  return int(std::max(0.0, std::ceil((log2_of_term + 53) / degree)));
}

/// The exponential of a square A by Pade's approximation of degree 13 of A / 2^s, squared s times.
/// How large s is follows the norms of A^4 and A^6: where they are small, as of a nilpotent A, no
/// digits are lost to squares.
///
///   errors  Error, naming `function`, for NaN or infinities
///   cost    about (2 (6 + s) + 3) n^3 flops
///   source  [Higham 2005]; [Al-Mohy and Higham 2009] for s
template <class T>
MatrixKernel exponential_kernel(const std::string& function);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/spectral/impl/exponential.hpp"
#endif
