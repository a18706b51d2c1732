// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/local_site.hpp"

#include <algorithm>
#include <memory>

#include "relatile/core/box.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/schedule/in_place.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::engine {

RELATILE_INLINE LocalSite::LocalSite(const plan::Plan& plan, int number)
    : site(number),
      memory(schedule::plan_memory(plan, number)),
      values(plan.values.size()),
      kept_(plan.values.size()) {}

RELATILE_INLINE void LocalSite::allocate() {
  if (memory.arena_bytes > 0) arena_ = allocate_buffer(memory.arena_bytes);
  for (std::size_t v = 0; v < kept_.size(); ++v) {
    if (memory.value_bytes[v] > 0 && memory.value_offset[v] < 0) {
      kept_[v] = allocate_buffer(memory.value_bytes[v]);
    }
  }
}

RELATILE_INLINE void LocalSite::lay_out_arrays(const plan::Plan& plan, std::size_t i) {
  for (const auto& step : plan.steps) {
    const tra::Node& node = *plan.nodes[static_cast<std::size_t>(step.node)];
    if (step.slice.index > 0) continue;
    if (step.kind == plan::StepKind::stored) {
      value(step.output) = node.value->local[i];
    } else if (node.type.elements) {
      lay_out_array(plan, step, node);
    }
  }
}

RELATILE_INLINE void LocalSite::make_blocks(const plan::Plan& plan, const plan::Step& step,
                                            const tra::Node& node) {
  if (step.slice.index > 0) return;
  if (step.kind == plan::StepKind::local && !node.source.empty()) return;
  const bool moves = step.kind == plan::StepKind::exchange && !step.exchange.reduces;
  Memory next = memory_of(step.output);
  SiteData& data = value(step.output);
  const auto& boxes = plan.values[static_cast<std::size_t>(step.output)].placement.of(site);
  schedule::for_each_key(node.type, boxes, [&](std::int64_t key, const Box&) {
    if (moves) {
      const auto& held = value(step.inputs[0]).blocks;
      if (const auto known = held.find(key); known != held.end()) {
        data.blocks[key] = known->second;
        return;
      }
    }
    data.blocks[key] = new_block(node.type, key, next.owner, next.data);
    if (!node.type.block.object) next.data += aligned_size(node.type.bytes_of_key(key).value);
  });
}

RELATILE_INLINE StoredBlock LocalSite::new_block(const tra::RelationType& type, std::int64_t key,
                                                 const Buffer& owner, std::byte* memory) {
  if (type.block.object) return {Extents{}, type.block.object->make()};
  return {type.extents_of(key), std::shared_ptr<void>(owner, memory)};
}

RELATILE_INLINE void LocalSite::release_dead(const plan::Plan& plan, int step) {
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (memory.last_use[v] != step) continue;
    const bool result =
        std::any_of(plan.results.begin(), plan.results.end(),
                    [&](const auto& kept) { return kept.second == static_cast<int>(v); });
    if (!result) values[v] = SiteData{};
  }
}

RELATILE_INLINE LocalSite::Memory LocalSite::memory_of(int v) const {
  const auto out = static_cast<std::size_t>(v);
  const std::int64_t offset = memory.value_offset[out];
  const Buffer& owner = offset < 0 ? kept_[static_cast<std::size_t>(memory.owner[out])] : arena_;
  return {owner, owner ? owner.get() + std::max<std::int64_t>(offset, 0) : nullptr};
}

RELATILE_INLINE void LocalSite::lay_out_array(const plan::Plan& plan, const plan::Step& step,
                                              const tra::Node& node) {
  if (schedule::borrowed(plan, step, site)) return;
  const plan::Value& made = plan.values[static_cast<std::size_t>(step.output)];
  const bool moves = step.kind == plan::StepKind::exchange && !step.exchange.reduces;
  const bool shares =
      moves &&
      schedule::shares_array(plan.values[static_cast<std::size_t>(step.inputs[0])], made, site);
  SiteData& data = value(step.output);
  data = SiteData{};
  Memory next = memory_of(step.output);
  for (const auto& box : made.placement.of(site)) {
    if (shares) {
      data.pieces.push_back(*value(step.inputs[0]).piece_holding(box));
      continue;
    }
    data.pieces.push_back({box, Buffer(next.owner, next.data)});
    next.data += aligned_size(node.type.bytes_in(box).value);
  }
}

}  // namespace relatile::engine
