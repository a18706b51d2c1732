// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "relatile/core/buffer_pool.hpp"

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

inline MemoryMeter& memory_meter() {
  static MemoryMeter meter;
  return meter;
}

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

/// Aligned, uninitialised, shared memory.
using Buffer = std::shared_ptr<std::byte>;

/// Takes `bytes` of aligned memory from the pool, which gets it back; throws std::bad_alloc.
inline Buffer allocate_buffer(std::int64_t bytes) {
  const BufferPool::Memory memory = buffer_pool().take(static_cast<std::size_t>(bytes));
  memory_meter().add(bytes);
  return Buffer(memory.data, [bytes, memory](std::byte*) {
    memory_meter().add(-bytes);
    buffer_pool().give_back(memory);
  });
}

/// `bytes` rounded up to the next multiple of the buffer alignment.
inline std::int64_t aligned_size(std::int64_t bytes) {
  const auto a = static_cast<std::int64_t>(buffer_alignment);
  return (bytes + a - 1) / a * a;
}

}  // namespace relatile
