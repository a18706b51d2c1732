// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/buffer_pool.hpp"

namespace relatile {

RELATILE_INLINE BufferPool& buffer_pool() {
  static BufferPool& pool = *new BufferPool;
  return pool;
}

}  // namespace relatile
