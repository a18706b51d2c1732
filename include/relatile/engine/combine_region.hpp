// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/site_data.hpp"

namespace relatile::engine {

RELATILE_INLINE void fill_identity(const Reduction& reduction, std::byte* data, std::int64_t count);

RELATILE_INLINE void fill_identity(const Reduction& reduction, const ArrayPiece& piece,
                                   const Box& region);

/// True if `region` is one run in both boxes.
inline bool is_same_run(const Box& a, const Box& b, const Box& region) {
  return is_contiguous(region, a) && is_contiguous(region, b);
}

/// accumulator (+)= contribution on `region`, both dense row-major boxes; row by row.
RELATILE_INLINE void combine_region(const Reduction& reduction, const ArrayPiece& to,
                                    const std::byte* from, const Box& from_box, const Box& region);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/combine_region.hpp"
#endif
