// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/memory_plan.hpp"

#include <algorithm>
#include <numeric>

#include "relatile/core/nth.hpp"
#include "relatile/schedule/arena_layout.hpp"
#include "relatile/schedule/begins.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::schedule::detail {

RELATILE_INLINE ValueLives lives_of_values(const plan::Plan& plan,
                                           const std::vector<StepMemory>& steps) {
  ValueLives lives;
  lives.last_use.assign(plan.values.size(), -1);
  lives.kept.assign(plan.values.size(), 0);
  for (const auto& result : plan.results) nth(lives.kept, result.second) = 1;
  for (std::size_t s = plan.steps.size(); s-- > 0;) {
    const auto out = static_cast<std::size_t>(plan.steps[s].output);
    lives.last_use[out] = std::max(lives.last_use[out], static_cast<int>(s));
    for (int input : plan.steps[s].inputs) {
      const auto in = static_cast<std::size_t>(input);
      lives.last_use[in] = std::max({lives.last_use[in], static_cast<int>(s),
                                     steps[s].shares || steps[s].lends ? lives.last_use[out] : 0});
      if (steps[s].shares && lives.kept[out]) lives.kept[in] = 1;
    }
  }
  return lives;
}

RELATILE_INLINE Owners owners_of_memory(const plan::Plan& plan,
                                        const std::vector<StepMemory>& steps,
                                        const ValueLives& lives) {
  Owners owners{std::vector<int>(plan.values.size()), lives.last_use, lives.kept};
  std::iota(owners.owner.begin(), owners.owner.end(), 0);
  std::vector<std::int64_t> bytes(plan.values.size(), 0);
  std::vector<int> memory_of(plan.values.size());  // the first value in the memory that each is in
  std::iota(memory_of.begin(), memory_of.end(), 0);
  std::vector<char> shown(plan.values.size(), 0);  // memory that other sites may be reading
  const auto memory_at = [&](int v) { return nth(memory_of, v); };
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    const auto& operands = plan.steps[s].inputs;
    const auto out = static_cast<std::size_t>(plan.steps[s].output);
    if (steps[s].shares) memory_of[out] = memory_at(operands[0]);
    if (steps[s].shows) nth(shown, memory_at(operands[0])) = 1;
    bytes[out] = std::max(bytes[out], steps[s].own);
    for (std::size_t x = 0; x < plan.steps[s].inputs.size(); ++x) {
      const auto in = static_cast<std::size_t>(plan.steps[s].inputs[x]);
      const bool over = (steps[s].overwrites >> x & 1U) != 0 && bytes[in] > 0 &&
                        lives.last_use[in] == static_cast<int>(s) && !lives.kept[in] &&
                        !nth(shown, memory_of[in]);
      const bool read_otherwise = std::any_of(operands.begin(), operands.end(), [&](int other) {
        return other != operands[x] && memory_at(other) == memory_of[in];
      });
      if (!over || read_otherwise) continue;
      memory_of[out] = memory_of[in];
      const auto owner = static_cast<std::size_t>(owners.owner[in]);
      owners.owner[out] = owners.owner[in];
      owners.last_use[owner] = std::max(owners.last_use[owner], lives.last_use[out]);
      owners.kept[owner] = owners.kept[owner] || lives.kept[out];
      break;
    }
  }
  return owners;
}

}  // namespace relatile::schedule::detail

namespace relatile::schedule {

RELATILE_INLINE MemoryPlan lay_out_memory(const plan::Plan& plan,
                                          const std::vector<StepMemory>& steps,
                                          const std::vector<int>& begins) {
  const std::size_t num_steps = plan.steps.size();
  const int last_step = static_cast<int>(num_steps) - 1;
  const detail::ValueLives lives = detail::lives_of_values(plan, steps);
  detail::Owners owners = detail::owners_of_memory(plan, steps, lives);
  MemoryPlan memory;
  memory.value_bytes.assign(plan.values.size(), 0);
  memory.value_offset.assign(plan.values.size(), -1);
  memory.staging_offset.assign(num_steps, 0);
  std::vector<Lifetime> arena;
  std::vector<std::int64_t*> offset_of;  // per lifetime in the arena
  std::vector<Lifetime> results;
  std::vector<Lifetime> objects;
  for (std::size_t s = 0; s < num_steps; ++s) {
    const auto out = static_cast<std::size_t>(plan.steps[s].output);
    const int now = begins[s];
    objects.push_back({steps[s].objects, now, lives.kept[out] ? last_step : lives.last_use[out]});
    if (plan.steps[s].slice.index == 0 && owners.owner[out] == plan.steps[s].output) {
      memory.value_bytes[out] = steps[s].own;
      if (owners.kept[out]) {
        memory.result_bytes += steps[s].own;
        results.push_back({steps[s].own, now, last_step});
      } else {
        arena.push_back({steps[s].own, now, owners.last_use[out]});
        offset_of.push_back(&memory.value_offset[out]);
      }
    }
    arena.push_back({steps[s].staging, now, static_cast<int>(s)});
    offset_of.push_back(&memory.staging_offset[s]);
  }
  const ArenaLayout layout = lay_out_arena(arena, num_steps);
  for (std::size_t i = 0; i < arena.size(); ++i) *offset_of[i] = layout.offsets[i];
  for (std::size_t v = 0; v < plan.values.size(); ++v) {
    memory.value_offset[v] = nth(memory.value_offset, owners.owner[v]);
  }
  memory.arena_bytes = layout.bytes;
  results.insert(results.end(), arena.begin(), arena.end());
  memory.live_bytes = live_per_step(results, num_steps);
  for (const auto bytes : live_per_step(objects, num_steps)) {
    memory.object_bytes = std::max(memory.object_bytes, bytes);
  }
  memory.last_use = lives.last_use;
  memory.owner = std::move(owners.owner);
  return memory;
}

RELATILE_INLINE MemoryPlan plan_memory(const plan::Plan& plan, int site) {
  return lay_out_memory(plan, steps_of_site(plan, plan.makers(), site).memory, begins_of(plan));
}

}  // namespace relatile::schedule
