// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/array/creation.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/tra/node.hpp"

// Elements of a vector counted where they are: every block by itself, and the counts are added.

namespace relatile::detail {

/// Into how many blocks a vector is cut whose elements are counted in `places` places; 0 where
/// blocks would have fewer elements than counts are worth.
std::int64_t counted_blocks(std::int64_t extent, std::int64_t places);

/// How many elements of the vector x `count` finds in each of `places` places, where
/// counted_blocks is not 0. With a `table`, a vector, every block is given all of that.
Array<std::int64_t, 1> counts_of_blocks(const tra::NodePtr& x, LineKernel count,
                                        std::int64_t places, const tra::NodePtr& table = nullptr);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/lines/impl/count_blocks.hpp"
#endif
