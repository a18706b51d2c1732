// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "relatile/core/definitions.hpp"

namespace relatile {

/// How much block memory this process holds, and the most it ever held since `reset`.
///
/// All block memory goes through `allocate_buffer`, so tests can count allocations exactly.
struct MemoryMeter {
  std::atomic<std::int64_t> live_bytes{0};
  std::atomic<std::int64_t> peak_bytes{0};
  std::atomic<std::int64_t> allocations{0};

  void reset() {
    peak_bytes = live_bytes.load();
    allocations = 0;
  }
  void add(std::int64_t bytes) {
    const std::int64_t now = live_bytes += bytes;
    std::int64_t peak = peak_bytes.load();
    while (now > peak && !peak_bytes.compare_exchange_weak(peak, now)) {
    }
    if (bytes > 0) ++allocations;
  }
};

RELATILE_INLINE MemoryMeter& memory_meter();

/// The most block memory that the process holds from here on, while the watch lives. Watches nest,
/// and leave the meter's own peak as it would be without them.
class MemoryWatch {
 public:
  MemoryWatch() : outer_peak_(memory_meter().peak_bytes.load()) {
    memory_meter().peak_bytes = memory_meter().live_bytes.load();
  }
  ~MemoryWatch() { memory_meter().peak_bytes = std::max(outer_peak_, peak_bytes()); }
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;
  std::int64_t peak_bytes() const { return memory_meter().peak_bytes.load(); }

 private:
  std::int64_t outer_peak_;
};

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/memory.hpp"
#endif
