// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace benchmarks {

/// Watches the heap while it lives, one at a time: what malloc and its kin give to all threads and
/// all libraries, MPI's own buffers too. Not seen: memory mapped by hand, stacks.
class HeapWatch {
 public:
  HeapWatch();
  ~HeapWatch();
  HeapWatch(const HeapWatch&) = delete;
  HeapWatch& operator=(const HeapWatch&) = delete;

  /// Whether this C library can be watched: glibc, without a sanitizer.
  static bool works();
  /// The most that was allocated at once since the beginning. Memory from before that was freed
  /// meanwhile counts less than nothing.
  std::int64_t peak() const;
};

}  // namespace benchmarks
