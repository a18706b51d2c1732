// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"

namespace relatile::kernel {

/// What a discrete Fourier transform makes of a line of n numbers.
enum class Fourier : std::uint8_t {
  forward,    ///< y[k] = sum over j of x[j] e^(-2 pi i j k / n), of complex numbers
  backward,   ///< the same by e^(2 pi i j k / n)
  from_real,  ///< forward, of real numbers: the n / 2 + 1 results of which the others are
              ///< conjugates
  to_real,    ///< the real numbers of which n / 2 + 1 results are given, backward
};

/// The transform of every line, times `scale`; n is how many elements the longer one of a line and
/// its result has. T is float or double. By Eigen's FFT, in O(n log n) for any n: where n has a
/// large prime factor, as a convolution.
///
///   source  L. Bluestein, A linear filtering approach to the computation of the discrete Fourier
///           transform, IEEE Transactions on Audio and Electroacoustics 18(4), 1970
template <class T>
LineKernel fourier_kernel(Fourier transform, double scale);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/spectral/impl/fourier.hpp"
#endif
