// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "relatile/core/buffer_alignment.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile {

/// Aligned, uninitialised, shared memory.
using Buffer = std::shared_ptr<std::byte>;

/// Takes `bytes` of aligned memory from the pool, which gets it back; throws std::bad_alloc.
RELATILE_INLINE Buffer allocate_buffer(std::int64_t bytes);

/// Whether a buffer, or the one that it is a part of, came from there, and nobody else has it.
RELATILE_INLINE bool is_sole_owner(const Buffer& buffer);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/buffer.hpp"
#endif
