// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "heap_watch.hpp"

#include <cstdlib>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

// A program's own malloc is used in place of glibc's, by all of its libraries. This one asks
// glibc's, by the names that it has for that, and counts; unwatched, that costs a test.

namespace {

std::atomic<bool> watched{false};
std::atomic<std::int64_t> live{0};
std::atomic<std::int64_t> most{0};

void* allocated(void* memory) {
  if (!watched.load(std::memory_order_relaxed) || memory == nullptr) return memory;
  const auto bytes = static_cast<std::int64_t>(malloc_usable_size(memory));
  const std::int64_t now = live.fetch_add(bytes) + bytes;
  std::int64_t peak = most.load();
  while (now > peak && !most.compare_exchange_weak(peak, now)) {
  }
  return memory;
}

void freed(void* memory) {
  if (!watched.load(std::memory_order_relaxed) || memory == nullptr) return;
  live -= static_cast<std::int64_t>(malloc_usable_size(memory));
}

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* memory);

void* malloc(std::size_t bytes) noexcept { return allocated(__libc_malloc(bytes)); }
void* calloc(std::size_t count, std::size_t bytes) noexcept {
  return allocated(__libc_calloc(count, bytes));
}
void* realloc(void* memory, std::size_t bytes) noexcept {
  freed(memory);
  void* const moved = __libc_realloc(memory, bytes);
  if (!moved && bytes > 0) allocated(memory);  // it stays
  return allocated(moved);
}
void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return allocated(__libc_memalign(alignment, bytes));
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return memalign(alignment, bytes);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
  *memory = memalign(alignment, bytes);
  return *memory == nullptr ? ENOMEM : 0;
}
void free(void* memory) noexcept {
  freed(memory);
  __libc_free(memory);
}

}  // extern "C"

namespace benchmarks {

HeapWatch::HeapWatch() {
  live = 0;
  most = 0;
  watched = true;
}
HeapWatch::~HeapWatch() { watched = false; }
bool HeapWatch::works() { return true; }
std::int64_t HeapWatch::peak() const { return most; }

}  // namespace benchmarks

#else

namespace benchmarks {

HeapWatch::HeapWatch() = default;
HeapWatch::~HeapWatch() = default;
bool HeapWatch::works() { return false; }
std::int64_t HeapWatch::peak() const { return 0; }

}  // namespace benchmarks

#endif
