// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <new>

#include "relatile/core/buffer.hpp"
#include "relatile/core/buffer_pool.hpp"

namespace relatile::kernel {

/// Memory of one thread for what a kernel copies, kept for the kernel's next call.
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { release(); }

  /// At least `bytes`, aligned; what it held before is lost. Throws std::bad_alloc.
  std::byte* reserve(std::size_t bytes) {
    if (bytes > size_) {
      release();
      data_ = static_cast<std::byte*>(::operator new (bytes, std::align_val_t{buffer_alignment}));
      size_ = bytes;
    }
    return data_;
  }

 private:
  void release() {
    ::operator delete (data_, std::align_val_t{buffer_alignment});
    data_ = nullptr;
    size_ = 0;
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// The scratch of this thread for the chunks of a fused program.
inline Scratch& program_scratch() {
  thread_local Scratch scratch;
  return scratch;
}

/// The scratch of this thread for what one matrix product copies of its operands.
inline std::array<Scratch, 2>& product_scratch() {
  thread_local std::array<Scratch, 2> scratch;
  return scratch;
}

/// The scratch of this thread, one per array of a contraction.
inline std::array<Scratch, 3>& contraction_scratch() {
  thread_local std::array<Scratch, 3> scratch;
  return scratch;
}

}  // namespace relatile::kernel
