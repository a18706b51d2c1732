// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace relatile::kernel {

/// out[i] = F of a[i] and b[i]; `out` may be one of them.
template <class F, class T>
void combine_elements(const T* a, const T* b, std::int64_t count, T* out) {
#if defined(_OPENMP)
#pragma omp simd
#endif
  for (std::int64_t i = 0; i < count; ++i) out[i] = F::apply(a[i], b[i]);
}

}  // namespace relatile::kernel
