// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/arena_layout.hpp"

#include <algorithm>
#include <numeric>

#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"

namespace relatile::schedule {

RELATILE_INLINE std::vector<std::int64_t> live_per_step(const std::vector<Lifetime>& lifetimes,
                                                        std::size_t num_steps) {
  std::vector<std::int64_t> live(num_steps + 1, 0);
  for (const auto& one : lifetimes) {
    nth(live, one.first) += one.bytes;
    live[static_cast<std::size_t>(one.last) + 1] -= one.bytes;
  }
  std::partial_sum(live.begin(), live.end(), live.begin());
  live.pop_back();
  return live;
}

}  // namespace relatile::schedule

namespace relatile::schedule::detail {

RELATILE_INLINE ArenaLayout first_fit(const std::vector<Lifetime>& lifetimes,
                                      const std::vector<std::size_t>& order, bool in_time) {
  ArenaLayout layout;
  layout.offsets.assign(lifetimes.size(), 0);
  std::vector<std::size_t> placed;  // by offset
  for (std::size_t i : order) {
    const Lifetime& one = lifetimes[i];
    if (one.bytes == 0) continue;
    if (in_time) {
      std::erase_if(placed, [&](std::size_t other) { return lifetimes[other].last < one.first; });
    }
    std::int64_t offset = 0;
    for (std::size_t other : placed) {
      const Lifetime& there = lifetimes[other];
      if (there.last < one.first || there.first > one.last) continue;
      if (offset + one.bytes <= layout.offsets[other]) break;
      offset = std::max(offset, layout.offsets[other] + there.bytes);
    }
    layout.offsets[i] = offset;
    layout.bytes = std::max(layout.bytes, offset + one.bytes);
    const auto above = [&](std::int64_t low, std::size_t other) {
      return low < layout.offsets[other];
    };
    placed.insert(std::upper_bound(placed.begin(), placed.end(), offset, above), i);
  }
  return layout;
}

}  // namespace relatile::schedule::detail

namespace relatile::schedule {

RELATILE_INLINE ArenaLayout lay_out_arena(const std::vector<Lifetime>& lifetimes,
                                          std::size_t num_steps) {
  std::vector<std::size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  sort_stably(
      order, [&](std::size_t a, std::size_t b) { return lifetimes[a].first < lifetimes[b].first; });
  ArenaLayout layout = detail::first_fit(lifetimes, order, true);
  if (lifetimes.size() > most_to_sort) return layout;
  const auto live = live_per_step(lifetimes, num_steps);
  if (live.empty() || layout.bytes <= *std::max_element(live.begin(), live.end())) return layout;
  sort_stably(
      order, [&](std::size_t a, std::size_t b) { return lifetimes[a].bytes > lifetimes[b].bytes; });
  ArenaLayout other = detail::first_fit(lifetimes, order, false);
  return other.bytes < layout.bytes ? other : layout;
}

}  // namespace relatile::schedule
