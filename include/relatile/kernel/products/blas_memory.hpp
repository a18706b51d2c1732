// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

// Weak, so that any BLAS links: only OpenBLAS has them.
extern "C" {
__attribute__((weak)) void* blas_memory_alloc(int);
__attribute__((weak)) void blas_memory_free(void*);
}

namespace relatile::kernel {

/// Has OpenBLAS take the memory it needs to multiply on so many threads at once, which it keeps.
/// Where there is none it would try again for ever, within the first product: so it is asked for
/// while there is still somebody to be told. Throws std::bad_alloc.
inline void reserve_blas_memory(int threads) {
#if defined(RELATILE_HAS_BLAS)
  static int reserved = 0;
  if (threads <= reserved || blas_memory_alloc == nullptr || blas_memory_free == nullptr) return;
  constexpr std::size_t bytes_of_thread = std::size_t(129) << 20;  // 128 MB, and what goes with it
  std::vector<void*> there(static_cast<std::size_t>(threads - reserved));
  for (auto& one : there) {
    one = mmap(nullptr, bytes_of_thread, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  const bool enough = std::find(there.begin(), there.end(), MAP_FAILED) == there.end();
  for (void* const one : there) {
    if (one != MAP_FAILED) munmap(one, bytes_of_thread);
  }
  if (!enough) throw std::bad_alloc();
  std::vector<void*> taken(static_cast<std::size_t>(threads));
  for (auto& one : taken) one = blas_memory_alloc(0);
  for (void* const one : taken) {
    if (one != nullptr) blas_memory_free(one);
  }
  reserved = threads;
#else
  static_cast<void>(threads);
#endif
}

}  // namespace relatile::kernel
