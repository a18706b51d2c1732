// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace benchmarks {

/// c = a b for dense row-major n x n matrices, by Eigen's own kernel on `threads` threads.
template <class T>
void multiply_by_eigen(const T* a, const T* b, T* c, std::int64_t n, int threads);

extern template void multiply_by_eigen(const float*, const float*, float*, std::int64_t, int);
extern template void multiply_by_eigen(const double*, const double*, double*, std::int64_t, int);

}  // namespace benchmarks
