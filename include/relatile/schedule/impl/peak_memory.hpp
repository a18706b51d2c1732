// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/peak_memory.hpp"

#include <algorithm>
#include <set>

#include "relatile/core/buffer.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/schedule/staging.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::schedule::detail {

RELATILE_INLINE std::int64_t aligned_bytes(const tra::RelationType& type,
                                           const placement::SiteBoxes& boxes) {
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

}  // namespace relatile::schedule::detail

namespace relatile::schedule {

RELATILE_INLINE std::vector<std::int64_t> input_bytes(const plan::Plan& plan) {
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(plan.num_sites), 0);
  std::set<const void*> counted;
  for (const auto& step : plan.steps) {
    if (step.kind != plan::StepKind::stored) continue;
    const tra::Node& node = *nth(plan.nodes, step.node);
    if (node.value && !counted.insert(node.value.get()).second) continue;
    const auto& held = nth(plan.values, step.output).placement;
    for (std::size_t site = 0; site < bytes.size(); ++site) {
      bytes[site] += node.value && !node.value->memory.empty()
                         ? node.value->memory[site]
                         : detail::aligned_bytes(node.type, held.pieces(static_cast<int>(site)));
    }
  }
  return bytes;
}

RELATILE_INLINE StepMemories step_memories(const plan::Plan& plan) {
  const std::vector<int> makers = plan.makers();
  StepMemories steps;
  for (const auto& step : plan.steps) {
    steps.push_back(
        std::make_shared<const std::vector<StepMemory>>(step_memory(plan, makers, step)));
  }
  return steps;
}

RELATILE_INLINE void PlanPeak::add(int another, std::int64_t inputs, const MemoryPlan& memory) {
  const SitePeak its{inputs, memory.result_bytes, memory.arena_bytes, memory.object_bytes};
  allocated = std::max(allocated, its.allocated());
  for (std::size_t s = 0; s < live.size(); ++s) live[s] = std::max(live[s], memory.live_bytes[s]);
  if (another > 0 && its.total() <= peak.total()) return;
  site = another;
  peak = its;
}

RELATILE_INLINE PlanPeak plan_peak(const plan::Plan& plan, const StepMemories& steps) {
  PlanPeak result;
  result.live.assign(plan.steps.size(), 0);
  const std::vector<std::int64_t> inputs = input_bytes(plan);
  for_each_site_memory(plan, steps, [&](std::size_t site, const MemoryPlan& memory) {
    result.add(static_cast<int>(site), inputs[site], memory);
  });
  return result;
}

RELATILE_INLINE PlanPeak about_plan_peak(const plan::Plan& plan) {
  if (plan.num_sites <= placement::most_sites_written_out) return plan_peak(plan);
  PlanPeak result;
  result.live.assign(plan.steps.size(), 0);
  const std::vector<std::int64_t> inputs = input_bytes(plan);
  constexpr std::size_t most_steps = 10'000;
  std::vector<int> sites{0};
  if (plan.steps.size() <= most_steps) sites = {0, plan.num_sites / 2, plan.num_sites - 1};
  for (const int site : sites) {
    result.add(site, nth(inputs, site), plan_memory(plan, site));
  }
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

}  // namespace relatile::schedule

namespace relatile::schedule::detail {

RELATILE_INLINE const plan::Step& maker_of(const plan::Plan& plan, int value) {
  std::size_t s = 0;
  while (plan.steps[s].output != value) ++s;
  return plan.steps[s];
}

RELATILE_INLINE bool may_share(const plan::Plan& plan, const plan::Step& step) {
  if (step.kind == plan::StepKind::exchange) return !step.exchange.reduces;
  return step.kind == plan::StepKind::stored || !nth(plan.nodes, step.node)->source().empty();
}

RELATILE_INLINE std::vector<std::int64_t> memory_behind(const plan::Plan& plan, int value) {
  const plan::Step& made = maker_of(plan, value);
  const tra::Node& node = *nth(plan.nodes, made.node);
  if (node.value && !node.value->memory.empty()) return node.value->memory;
  std::vector<std::int64_t> memory;
  if (made.kind == plan::StepKind::stored || !may_share(plan, made)) {
    const auto& held = nth(plan.values, value).placement;
    for (int site = 0; site < plan.num_sites; ++site) {
      memory.push_back(aligned_bytes(node.type, held.pieces(site)));
    }
    return memory;
  }
  memory = memory_behind(plan, made.inputs[0]);
  const std::vector<StepMemory> own = step_memory(plan, plan.makers(), made);
  for (std::size_t site = 0; site < memory.size(); ++site) {
    memory[site] = (own[site].shares ? memory[site] : 0) + own[site].own + own[site].objects;
  }
  return memory;
}

}  // namespace relatile::schedule::detail

namespace relatile::schedule {

RELATILE_INLINE std::vector<std::vector<Box>> pieces_of_result(const plan::Plan& plan, int value) {
  const auto& held = nth(plan.values, value);
  const auto& type = nth(plan.nodes, held.node)->type;
  if (!type.elements || !detail::may_share(plan, detail::maker_of(plan, value))) return {};
  std::vector<std::vector<Box>> pieces;
  const std::vector<int> makers = plan.makers();
  for (int site = 0; site < plan.num_sites; ++site) {
    const placement::SiteBoxes own = pieces_of(plan, makers, value, site);
    pieces.emplace_back(own.begin(), own.end());
  }
  return pieces == held.placement.table() ? std::vector<std::vector<Box>>{} : pieces;
}

}  // namespace relatile::schedule
