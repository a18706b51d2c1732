// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"

namespace relatile::schedule {

/// Memory that is needed from one step to another.
struct Lifetime {
  std::int64_t bytes = 0;
  int first = 0;
  int last = 0;
};

/// How much is alive in each step.
RELATILE_INLINE std::vector<std::int64_t> live_per_step(const std::vector<Lifetime>& lifetimes,
                                                        std::size_t num_steps);

/// Offsets in one arena, of which memory that is alive at the same time shares nothing.
struct ArenaLayout {
  std::vector<std::int64_t> offsets;
  std::int64_t bytes = 0;
};

namespace detail {

/// Each at the lowest offset that is free while it lives, in the given order; `in_time` says that
/// this is the order of their first steps.
RELATILE_INLINE ArenaLayout first_fit(const std::vector<Lifetime>& lifetimes,
                                      const std::vector<std::size_t>& order, bool in_time);

}  // namespace detail

/// An arena hardly larger than the most that is alive at once: first fit like a register allocator,
/// in the order of their first steps, or, where that leaves gaps, the largest first if that leaves
/// fewer. Of more than `most_to_sort`, the first is good enough.
inline constexpr std::size_t most_to_sort = 1024;
RELATILE_INLINE ArenaLayout lay_out_arena(const std::vector<Lifetime>& lifetimes,
                                          std::size_t num_steps);

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/arena_layout.hpp"
#endif
