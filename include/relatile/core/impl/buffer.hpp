// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/buffer.hpp"

#include "relatile/core/buffer_pool.hpp"
#include "relatile/core/memory.hpp"

namespace relatile {

RELATILE_INLINE Buffer allocate_buffer(std::int64_t bytes) {
  const BufferPool::Memory memory = buffer_pool().take(static_cast<std::size_t>(bytes));
  memory_meter().add(bytes);
  return Buffer(memory.data, [bytes, memory](std::byte*) {
    memory_meter().add(-bytes);
    buffer_pool().give_back(memory);
  });
}

}  // namespace relatile
