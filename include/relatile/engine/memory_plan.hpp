// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <vector>

#include "relatile/core/memory.hpp"
#include "relatile/engine/staging.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::engine {

/// Where one site keeps every value of a plan, decided before anything is allocated: results in
/// buffers of their own, everything else at offsets of one arena, which is as large as the most
/// that is alive at once. Peak memory is a number before the first message.
struct MemoryPlan {
  std::vector<std::int64_t> value_bytes;     ///< per value; 0 if it only shares others' memory
  std::vector<std::int64_t> value_offset;    ///< per value, in the arena; -1: a buffer of its own
  std::vector<std::int64_t> staging_offset;  ///< per step, in the arena
  std::vector<int> last_use;                 ///< per value, the last step that reads it
  std::int64_t arena_bytes = 0;
  std::int64_t result_bytes = 0;
};

/// True if an exchange's output at this site is read in place from its input.
inline bool shares_array(const plan::Value& from, const plan::Value& to, int site) {
  const auto& boxes = to.placement.of(site);
  return boxes.size() == 1 && from.placement.holds(site, boxes[0]);
}

/// The bytes a value needs on a site beyond what it shares with its step's input.
inline std::int64_t own_bytes(const plan::Plan& plan, const plan::Step& step, int site) {
  const plan::Value& value = plan.values[static_cast<std::size_t>(step.output)];
  const tra::Node& node = *plan.nodes[static_cast<std::size_t>(step.node)];
  if (step.kind == plan::StepKind::stored) return 0;
  const bool moves = step.kind == plan::StepKind::exchange && !step.exchange.reduces;
  const plan::Value* from =
      step.inputs.empty() ? nullptr : &plan.values[static_cast<std::size_t>(step.inputs[0])];
  std::int64_t total = 0;
  if (node.type.elements) {
    if (moves && shares_array(*from, value, site)) return 0;
    for (const auto& box : value.placement.of(site)) {
      total += aligned_size(node.type.bytes_in(box).value);
    }
    return total;
  }
  const bool key_map = step.kind == plan::StepKind::local && !node.source.empty();
  if (key_map || node.type.block.object) return 0;
  for_each_key(node.type, value.placement.of(site), [&](std::int64_t key, const Box& one) {
    if (moves && from->placement.holds(site, one)) return;
    total += aligned_size(node.type.bytes_of_key(key).value);
  });
  return total;
}

/// Lays intervals of lifetime out in one arena, first fit: like a register allocator.
class ArenaLayout {
 public:
  std::int64_t place(std::int64_t bytes, int first, int last) {
    if (bytes == 0) return 0;
    std::erase_if(live_, [&](const Interval& other) { return other.last < first; });
    std::sort(live_.begin(), live_.end(),
              [](const Interval& a, const Interval& b) { return a.offset < b.offset; });
    std::int64_t offset = 0;
    for (const auto& other : live_) {
      if (offset + bytes <= other.offset) break;
      offset = std::max(offset, other.offset + other.bytes);
    }
    live_.push_back({offset, bytes, last});
    size_ = std::max(size_, offset + bytes);
    return offset;
  }
  std::int64_t size() const { return size_; }

 private:
  struct Interval {
    std::int64_t offset;
    std::int64_t bytes;
    int last;
  };
  std::vector<Interval> live_;
  std::int64_t size_ = 0;
};

inline MemoryPlan plan_memory(const plan::Plan& plan, int site) {
  MemoryPlan memory;
  memory.value_bytes.assign(plan.values.size(), 0);
  memory.value_offset.assign(plan.values.size(), -1);
  memory.last_use.assign(plan.values.size(), -1);
  std::vector<char> kept(plan.values.size(), 0);
  for (const auto& result : plan.results) kept[static_cast<std::size_t>(result.second)] = 1;
  for (std::size_t s = plan.steps.size(); s-- > 0;) {
    const plan::Step& step = plan.steps[s];
    const auto out = static_cast<std::size_t>(step.output);
    memory.last_use[out] = std::max(memory.last_use[out], static_cast<int>(s));
    const tra::Node& node = *plan.nodes[static_cast<std::size_t>(step.node)];
    const bool shares = (step.kind == plan::StepKind::exchange && !step.exchange.reduces) ||
                        (step.kind == plan::StepKind::local && !node.source.empty());
    for (int input : step.inputs) {
      const auto in = static_cast<std::size_t>(input);
      memory.last_use[in] =
          std::max({memory.last_use[in], static_cast<int>(s), shares ? memory.last_use[out] : 0});
      if (shares && kept[out]) kept[in] = 1;
    }
  }
  ArenaLayout arena;
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    const auto out = static_cast<std::size_t>(plan.steps[s].output);
    const std::int64_t bytes = own_bytes(plan, plan.steps[s], site);
    memory.value_bytes[out] = bytes;
    if (kept[out]) {
      memory.result_bytes += bytes;
    } else {
      memory.value_offset[out] = arena.place(bytes, static_cast<int>(s), memory.last_use[out]);
    }
    const std::int64_t staging = staging_bytes(plan, plan.steps[s], site);
    memory.staging_offset.push_back(arena.place(staging, static_cast<int>(s), static_cast<int>(s)));
  }
  memory.arena_bytes = arena.size();
  return memory;
}

}  // namespace relatile::engine
