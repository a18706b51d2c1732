// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/buffer_pool.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <cstdint>

namespace relatile {

RELATILE_INLINE bool empty_pages([[maybe_unused]] std::byte* data,
                                 [[maybe_unused]] std::size_t size) {
#if defined(__linux__)
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t to_first = (page - reinterpret_cast<std::uintptr_t>(data) % page) % page;
  if (size <= to_first) return true;
  return madvise(data + to_first, (size - to_first) / page * page, MADV_DONTNEED) == 0;
#else
  return false;
#endif
}

RELATILE_INLINE BufferPool& buffer_pool() {
  static BufferPool& pool = *new BufferPool;
  return pool;
}

}  // namespace relatile
