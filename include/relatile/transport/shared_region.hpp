// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "relatile/core/buffer_pool.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile::transport {

/// Memory of this process that others on the same host may read: one range of addresses, backed by
/// a file without a name, from which the buffer pool takes its buffers. It costs what is used.
///
/// A window of MPI_Win_allocate_shared would have to be made and freed by all ranks together, while
/// arrays come and go one by one; and Open MPI keeps it in /dev/shm, which containers make small.
class SharedRegion : public MemorySource {
 public:
  /// Of `capacity` bytes of addresses; nullptr if the system does not give them.
  static std::unique_ptr<SharedRegion> make(std::size_t capacity);
  ~SharedRegion() override {
    munmap(data_, capacity_);
    close(file_);
  }

  RELATILE_INLINE std::byte* take(std::size_t size) override;
  bool owns(const std::byte* data) const override {
    return data >= data_ && data < data_ + capacity_;
  }
  /// Pages go back to the system at once, whoever has them mapped.
  RELATILE_INLINE void give_back(std::byte* data, std::size_t size) override;
  RELATILE_INLINE bool empty(std::byte* data, std::size_t size) override;

  int file() const { return file_; }
  std::size_t capacity() const { return capacity_; }
  /// What the first bytes hold: whoever maps the file sees by it that it is this one.
  std::uint64_t mark() const { return *reinterpret_cast<const std::uint64_t*>(data_); }
  /// Where `data` is in the region; -1 if it is elsewhere.
  std::int64_t offset_of(const std::byte* data) const { return owns(data) ? data - data_ : -1; }

 private:
  static std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
  static std::size_t whole_pages(std::size_t size) { return (size + page() - 1) / page() * page(); }

  SharedRegion(std::byte* data, std::size_t capacity, int file);

  std::byte* data_;
  std::size_t capacity_;
  int file_;
  std::mutex mutex_;
  std::map<std::size_t, std::size_t> free_;  ///< offset to size
};

/// Valgrind preloads its own allocator, and looks through all memory at the end: through as many
/// addresses as the host has memory that takes minutes.
inline bool runs_under_valgrind() {
  const char* const preloaded = std::getenv("LD_PRELOAD");
  return preloaded != nullptr && std::string_view(preloaded).find("vgpreload") != std::string::npos;
}

/// The region of this process, made when it is first asked for; it outlives all buffers. Nullptr if
/// there is none to be had.
RELATILE_INLINE SharedRegion* shared_region(std::size_t capacity);

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/shared_region.hpp"
#endif
