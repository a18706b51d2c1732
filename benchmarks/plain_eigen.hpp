// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace benchmarks {

/// c = a b for dense row-major n x n matrices, by Eigen's own kernel on `threads` threads.
template <class T>
void multiply_by_eigen(const T* a, const T* b, T* c, std::int64_t n, int threads);

/// c = a b for each of `count` pairs of n x n matrices, on OpenMP's threads.
void batch_by_eigen(const double* a, const double* b, double* c, std::int64_t count,
                    std::int64_t n);
/// out(i, f) = the sum over j and k of t(i, j, k) b(j, f) c(k, f), slice by slice of t, which is
/// n x n x n, on OpenMP's threads.
void mttkrp_by_eigen(const double* t, const double* b, const double* c, double* out, std::int64_t n,
                     std::int64_t width);

extern template void multiply_by_eigen(const float*, const float*, float*, std::int64_t, int);
extern template void multiply_by_eigen(const double*, const double*, double*, std::int64_t, int);

}  // namespace benchmarks
