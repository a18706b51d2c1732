// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/buffer.hpp"

#include "relatile/core/buffer_pool.hpp"
#include "relatile/core/memory.hpp"

namespace relatile {

namespace detail {

struct GiveBack {
  BufferPool::Memory memory;
  std::int64_t bytes;

  void operator()(std::byte*) const {
    memory_meter().add(-bytes);
    buffer_pool().give_back(memory);
  }
};

}  // namespace detail

RELATILE_INLINE Buffer allocate_buffer(std::int64_t bytes) {
  const BufferPool::Memory memory = buffer_pool().take(static_cast<std::size_t>(bytes));
  memory_meter().add(bytes);
  return Buffer(memory.data, detail::GiveBack{memory, bytes});
}

RELATILE_INLINE bool is_sole_owner(const Buffer& buffer) {
  return buffer.use_count() == 1 && std::get_deleter<detail::GiveBack>(buffer) != nullptr;
}

}  // namespace relatile
