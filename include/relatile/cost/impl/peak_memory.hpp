// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/peak_memory.hpp"

#include <algorithm>
#include <set>

#include "relatile/core/buffer.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/cost/staging.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::cost::detail {

RELATILE_INLINE std::int64_t aligned_bytes(const tra::RelationType& type,
                                           const std::vector<Box>& boxes) {
  std::int64_t total = 0;
  if (type.elements) {
    for (const auto& box : boxes) total += aligned_size(type.bytes_in(box).value);
    return total;
  }
  for_each_key(type, boxes, [&](std::int64_t key, const Box&) {
    total += aligned_size(type.bytes_of_key(key).value);
  });
  return total;
}

}  // namespace relatile::cost::detail

namespace relatile::cost {

RELATILE_INLINE std::vector<std::int64_t> input_bytes(const plan::Plan& plan) {
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(plan.num_sites), 0);
  std::set<const void*> counted;
  for (const auto& step : plan.steps) {
    if (step.kind != plan::StepKind::stored) continue;
    const tra::Node& node = *plan.nodes[static_cast<std::size_t>(step.node)];
    if (node.value && !counted.insert(node.value.get()).second) continue;
    const auto& boxes = plan.values[static_cast<std::size_t>(step.output)].placement.boxes;
    for (std::size_t site = 0; site < bytes.size(); ++site) {
      bytes[site] += node.value && !node.value->memory.empty()
                         ? node.value->memory[site]
                         : detail::aligned_bytes(node.type, boxes[site]);
    }
  }
  return bytes;
}

RELATILE_INLINE StepMemories step_memories(const plan::Plan& plan) {
  StepMemories steps;
  for (const auto& step : plan.steps) {
    steps.push_back(std::make_shared<const std::vector<StepMemory>>(step_memory(plan, step)));
  }
  return steps;
}

RELATILE_INLINE PlanPeak plan_peak(const plan::Plan& plan, const StepMemories& steps) {
  PlanPeak result;
  result.live.assign(plan.steps.size(), 0);
  const std::vector<std::int64_t> inputs = input_bytes(plan);
  for_each_site_memory(plan, steps, [&](std::size_t site, const MemoryPlan& memory) {
    const SitePeak peak{inputs[site], memory.result_bytes, memory.arena_bytes, memory.object_bytes};
    result.allocated = std::max(result.allocated, peak.allocated());
    for (std::size_t s = 0; s < result.live.size(); ++s) {
      result.live[s] = std::max(result.live[s], memory.live_bytes[s]);
    }
    if (site > 0 && peak.total() <= result.peak.total()) return;
    result.site = static_cast<int>(site);
    result.peak = peak;
  });
  return result;
}

RELATILE_INLINE std::vector<SitePeak> site_peaks(const plan::Plan& plan) {
  std::vector<SitePeak> peaks;
  const std::vector<std::int64_t> inputs = input_bytes(plan);
  for_each_site_memory(plan, step_memories(plan), [&](std::size_t site, const MemoryPlan& memory) {
    peaks.push_back({inputs[site], memory.result_bytes, memory.arena_bytes, memory.object_bytes});
  });
  return peaks;
}

}  // namespace relatile::cost

namespace relatile::cost::detail {

RELATILE_INLINE const plan::Step& maker_of(const plan::Plan& plan, int value) {
  std::size_t s = 0;
  while (plan.steps[s].output != value) ++s;
  return plan.steps[s];
}

RELATILE_INLINE bool may_share(const plan::Plan& plan, const plan::Step& step) {
  if (step.kind == plan::StepKind::exchange) return !step.exchange.reduces;
  return step.kind == plan::StepKind::stored ||
         !plan.nodes[static_cast<std::size_t>(step.node)]->source.empty();
}

RELATILE_INLINE std::vector<std::int64_t> memory_behind(const plan::Plan& plan, int value) {
  const plan::Step& made = maker_of(plan, value);
  const tra::Node& node = *plan.nodes[static_cast<std::size_t>(made.node)];
  if (node.value && !node.value->memory.empty()) return node.value->memory;
  std::vector<std::int64_t> memory;
  if (made.kind == plan::StepKind::stored || !may_share(plan, made)) {
    for (const auto& boxes : plan.values[static_cast<std::size_t>(value)].placement.boxes) {
      memory.push_back(aligned_bytes(node.type, boxes));
    }
    return memory;
  }
  memory = memory_behind(plan, made.inputs[0]);
  const std::vector<StepMemory> own = step_memory(plan, made);
  for (std::size_t site = 0; site < memory.size(); ++site) {
    memory[site] = (own[site].shares ? memory[site] : 0) + own[site].own + own[site].objects;
  }
  return memory;
}

}  // namespace relatile::cost::detail

namespace relatile::cost {

RELATILE_INLINE std::vector<std::vector<Box>> pieces_of_result(const plan::Plan& plan, int value) {
  const auto& held = plan.values[static_cast<std::size_t>(value)];
  const auto& type = plan.nodes[static_cast<std::size_t>(held.node)]->type;
  if (!type.elements || !detail::may_share(plan, detail::maker_of(plan, value))) return {};
  std::vector<std::vector<Box>> pieces;
  for (int site = 0; site < plan.num_sites; ++site) {
    pieces.push_back(pieces_of(plan, value, site));
  }
  return pieces == held.placement.boxes ? std::vector<std::vector<Box>>{} : pieces;
}

}  // namespace relatile::cost
