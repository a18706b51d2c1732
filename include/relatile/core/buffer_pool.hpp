// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <new>

#include "relatile/core/buffer_alignment.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile {

/// Where a pool gets its memory from, other than the allocator.
class MemorySource {
 public:
  MemorySource() = default;
  MemorySource(const MemorySource&) = delete;
  MemorySource& operator=(const MemorySource&) = delete;
  virtual ~MemorySource() = default;
  /// Aligned memory; nullptr if there is no more.
  virtual std::byte* take(std::size_t size) = 0;
  virtual bool owns(const std::byte* data) const = 0;
  virtual void give_back(std::byte* data, std::size_t size) = 0;
  /// Gives the system back the memory of whole pages, whose addresses stay taken; false if it does
  /// not take it.
  virtual bool empty(std::byte* data, std::size_t size) = 0;
};

/// Gives the system back what memory whole pages there have, whose addresses stay taken; false if
/// it does not take it, as of memory that is locked.
RELATILE_INLINE bool empty_pages(std::byte* data, std::size_t size);

/// Memory that was given back is kept for the next buffer of about its size: memory from the system
/// costs more at its first use than most kernels do.
///
///   memory  what is lent and what is kept have together never more than what was lent at most, so
///           the process needs no more than without a pool; addresses are kept beyond that
///   threads any may take and give back
class BufferPool {
 public:
  static constexpr std::size_t smallest = smallest_pooled_buffer;

  struct Memory {
    std::byte* data = nullptr;
    std::size_t size = 0;   ///< at least what was asked for
    std::size_t bytes = 0;  ///< so many count as lent: those after them were empty
    bool pooled = true;     ///< false: the allocator's
  };

  BufferPool() = default;
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;
  ~BufferPool() { trim(); }

  /// Throws std::bad_alloc.
  Memory take(std::size_t size) {
    const std::lock_guard lock(mutex_);
    if (size < smallest_) {
      return {from_allocator(std::max<std::size_t>(size, 1)), size, size, false};
    }
    if (const auto fit = best_fit(size); fit != kept_.end()) return lent_again(fit, fit->first);
    // What is larger is emptied behind `size`, if that is less than others would have to let go for
    // new memory.
    const auto larger = kept_.lower_bound(size);
    if (larger != kept_.end() && larger->second.bytes < size + excess_with(size) &&
        shrink(larger, whole(size))) {
      return lent_again(larger, whole(size));
    }
    make_room(size);
    const Memory memory{allocated_or_room_made(size), size, size};
    lend(size);
    return memory;
  }

  void give_back(Memory memory) {
    if (!memory.pooled) return to_allocator(memory.data);
    const std::lock_guard lock(mutex_);
    lent_bytes_ -= memory.bytes;
    if (!keeps_ || lent_bytes_ + kept_bytes_ + memory.bytes > most_lent_) {
      return release(memory.data, memory.size);
    }
    kept_.emplace(memory.size, Kept{memory.data, memory.bytes});
    kept_bytes_ += memory.bytes;
  }

  /// From here on larger buffers come from `source`, which must outlive the pool.
  void use(MemorySource& source) {
    const std::lock_guard lock(mutex_);
    source_ = &source;
    release_kept();
  }

  /// From here on buffers of `size` bytes and more are the pool's: tests make that all of them.
  void keep_from(std::size_t size) {
    const std::lock_guard lock(mutex_);
    smallest_ = size;
  }

  /// Gives the system back what is kept.
  void trim() {
    const std::lock_guard lock(mutex_);
    release_kept();
    most_lent_ = lent_bytes_;
  }

  std::size_t kept_bytes() const {
    const std::lock_guard lock(mutex_);
    return kept_bytes_;
  }

 private:
  struct Kept {
    std::byte* data;
    std::size_t bytes;  ///< so many have memory, those after them are empty
  };
  using KeptBySize = std::multimap<std::size_t, Kept>;
  static constexpr std::size_t pages = std::size_t{1} << 16;  ///< whole ones, of any size

  static std::byte* from_allocator(std::size_t size) {
    return static_cast<std::byte*>(::operator new (size, std::align_val_t{buffer_alignment}));
  }
  static void to_allocator(std::byte* data) {
    ::operator delete (data, std::align_val_t{buffer_alignment});
  }
  std::byte* allocated(std::size_t size) {
    std::byte* const data = source_ ? source_->take(size) : nullptr;
    return data ? data : from_allocator(size);
  }
  std::byte* allocated_or_room_made(std::size_t size) {
    try {
      return allocated(size);
    } catch (const std::bad_alloc&) {
      if (kept_.empty()) throw;
      release_kept();
      return allocated(size);
    }
  }
  void release_kept() {
    for (const auto& [size, kept] : kept_) release(kept.data, size);
    kept_.clear();
    kept_bytes_ = 0;
  }
  void release(std::byte* data, std::size_t size) {
    if (source_ && source_->owns(data)) return source_->give_back(data, size);
    to_allocator(data);
  }
  /// What has most memory of all that wastes an eighth at most.
  KeptBySize::iterator best_fit(std::size_t size) {
    auto best = kept_.end();
    for (auto one = kept_.lower_bound(size); one != kept_.end(); ++one) {
      if (one->first - size > size / 8) break;
      if (best == kept_.end() || one->second.bytes > best->second.bytes) best = one;
    }
    return best;
  }
  /// Of what is kept, with memory for no more than `bytes` of it.
  Memory lent_again(KeptBySize::iterator one, std::size_t bytes) {
    const Memory memory{one->second.data, one->first, std::min(one->first, bytes)};
    forget(one);
    make_room(memory.bytes);
    lend(memory.bytes);
    return memory;
  }
  static std::size_t whole(std::size_t bytes) { return (bytes + pages - 1) / pages * pages; }
  /// Leaves it memory for no more than its first `bytes`, whole pages; false if it keeps all.
  bool shrink(KeptBySize::iterator one, std::size_t bytes) {
    auto& [data, has] = one->second;
    if (has <= bytes) return true;
    if (!empty(data + bytes, has - bytes)) return false;
    kept_bytes_ -= has - bytes;
    has = bytes;
    return true;
  }
  bool empty(std::byte* data, std::size_t size) {
    return source_ && source_->owns(data) ? source_->empty(data, size) : empty_pages(data, size);
  }
  void lend(std::size_t bytes) {
    lent_bytes_ += bytes;
    most_lent_ = std::max(most_lent_, lent_bytes_);
  }
  /// By how much what is kept is too much if `size` is lent beside it.
  std::size_t excess_with(std::size_t size) const {
    const std::size_t together = lent_bytes_ + kept_bytes_ + size;
    return together > most_lent_ ? together - most_lent_ : 0;
  }
  /// Lets go of what is kept until `size` more fit below the most that was lent, of as little as
  /// that takes: programs that take turns find the memory of their results, which is more than what
  /// they lack. What loses a part keeps its addresses, for who asks for its size again.
  void make_room(std::size_t size) {
    while (!kept_.empty() && excess_with(size) > 0) {
      const std::size_t excess = excess_with(size);
      const auto one = first_to_go(excess);
      const std::size_t bytes = one->second.bytes;
      const std::size_t left = (bytes - std::min(excess, bytes)) / pages * pages;
      if (left > 0 && shrink(one, left)) continue;
      release(one->second.data, one->first);
      forget(one);
    }
  }
  /// What has most memory of all that have too little, if together they have enough; else what has
  /// least of those that have enough by themselves.
  KeptBySize::iterator first_to_go(std::size_t excess) {
    std::size_t of_small = 0;
    auto large = kept_.end();
    auto small = kept_.end();
    for (auto one = kept_.begin(); one != kept_.end(); ++one) {
      const std::size_t bytes = one->second.bytes;
      if (bytes < excess) {
        of_small += bytes;
        if (small == kept_.end() || bytes > small->second.bytes) small = one;
      } else if (large == kept_.end() || bytes < large->second.bytes) {
        large = one;
      }
    }
    return large == kept_.end() || of_small >= excess ? small : large;
  }
  void forget(KeptBySize::iterator one) {
    kept_bytes_ -= one->second.bytes;
    kept_.erase(one);
  }

  // An address sanitizer sees use after free only of what is freed.
#if defined(__SANITIZE_ADDRESS__)
  static constexpr bool keeps_ = false;
#else
  static constexpr bool keeps_ = true;
#endif

  mutable std::mutex mutex_;
  MemorySource* source_ = nullptr;
  std::size_t smallest_ = smallest;
  KeptBySize kept_;
  std::size_t kept_bytes_ = 0;
  std::size_t lent_bytes_ = 0;
  std::size_t most_lent_ = 0;
};

/// The pool of this process. It outlives all buffers, static ones too, so it is never destroyed.
RELATILE_INLINE BufferPool& buffer_pool();

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/buffer_pool.hpp"
#endif
