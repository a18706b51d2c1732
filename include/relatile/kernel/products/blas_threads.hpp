// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// OpenBLAS starts threads of its own beside OpenMP's. Weak, so that any BLAS links.
extern "C" {
__attribute__((weak)) void openblas_set_num_threads(int);
}

namespace relatile::kernel {

/// Makes every BLAS call run on the thread that makes it: the library divides the work itself and
/// never nests one set of threads in another.
inline void use_one_blas_thread() {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
}

}  // namespace relatile::kernel
