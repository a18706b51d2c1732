// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace relatile {

/// Cache-line alignment of everything the library allocates for blocks, in bytes.
inline constexpr std::size_t buffer_alignment = 64;

/// Smaller buffers are left to the allocator, which keeps such itself; larger ones are the pool's.
inline constexpr std::size_t smallest_pooled_buffer = std::size_t(1) << 16;

/// `bytes` rounded up to the next multiple of the buffer alignment.
inline std::int64_t aligned_size(std::int64_t bytes) {
  const auto a = static_cast<std::int64_t>(buffer_alignment);
  return (bytes + a - 1) / a * a;
}

}  // namespace relatile
