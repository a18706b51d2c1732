// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace benchmarks {

/// What one would write without a library, on OpenMP's threads.
struct Loops {
  /// The sum of exp(-(x x)) + 3x.
  double (*sum_chain)(const double* x, std::int64_t count);
  /// z = 2x + y
  void (*triad)(const double* x, const double* y, double* z, std::int64_t count);
  /// z = 2x + 1
  void (*affine)(const double* x, double* z, std::int64_t count);
  /// z = (x - mean) / standard deviation of its column: sums of elements and of squares, one pass.
  void (*normalise)(const double* x, double* z, std::int64_t rows, std::int64_t columns);
};

/// The same source compiled twice: with the flags of everything else, and with -O3 -ffast-math, by
/// which GCC may call a vector exp, as Relatile's kernels do.
extern const Loops plain_loops;
extern const Loops fast_loops;

}  // namespace benchmarks
