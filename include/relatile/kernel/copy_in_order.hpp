// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile::kernel {

/// The part `region` of an array's elements, in a dense row-major box of memory that holds it.
struct RegionInMemory {
  std::byte* data = nullptr;
  Box box;
  Box region;
};

/// Copies the elements first, first + 1, ..., first + count - 1 of a region, counted in its
/// row-major order, to the elements of these numbers of another region of as many elements, whose
/// shape may be another; elements of `size` bytes.
RELATILE_INLINE void copy_in_order(const RegionInMemory& to, const RegionInMemory& from,
                                   std::int64_t first, std::int64_t count, std::int64_t size);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/impl/copy_in_order.hpp"
#endif
