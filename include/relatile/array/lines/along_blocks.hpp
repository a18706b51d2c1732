// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace relatile::detail {

// Into how many blocks long lines are cut depends on their length alone, so that results do not
// depend on the number of ranks.

/// The fewest elements worth a block of their own.
inline constexpr std::int64_t shortest_block = 1024;
/// The most blocks of a line: one number for each of them fits a cache.
inline constexpr std::int64_t most_blocks = 4096;

/// The length of the blocks of a line.
inline std::int64_t block_length(std::int64_t extent) {
  return std::max(shortest_block, (extent + most_blocks - 1) / most_blocks);
}

}  // namespace relatile::detail
