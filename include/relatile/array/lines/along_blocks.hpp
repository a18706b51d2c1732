// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>

namespace relatile::detail {

/// The fewest elements worth a block of their own.
inline constexpr std::int64_t shortest_block = 1024;

/// Into how many blocks a line is cut. That depends on its length alone, so that results do not
/// depend on the number of ranks; numbers with many divisors, so that lines that are cut evenly for
/// one of many numbers of sites are cut between blocks.
inline std::int64_t block_count(std::int64_t extent) {
  constexpr std::array<std::int64_t, 6> counts{20160, 5040, 720, 120, 24, 4};
  for (const std::int64_t count : counts) {
    if (extent >= count * shortest_block) return count;
  }
  return 1;
}

}  // namespace relatile::detail
