// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/local_site.hpp"

#include <algorithm>
#include <memory>

#include "relatile/core/box.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::engine {

RELATILE_INLINE LocalSite::LocalSite(const plan::Plan& plan,
                                     std::shared_ptr<const schedule::SiteProgram> of_site)
    : site(of_site->site),
      program(*of_site),
      values(plan.values.size()),
      program_(std::move(of_site)),
      kept_(plan.values.size()) {}

RELATILE_INLINE void LocalSite::allocate(const plan::Plan& plan, std::size_t i,
                                         std::span<const tra::StoredValue* const> last_read) {
  const schedule::MemoryPlan& memory = program.memory;
  take_memory(plan, i, last_read);
  if (memory.arena_bytes > 0) arena_ = allocate_buffer(memory.arena_bytes);
  for (std::size_t v = 0; v < kept_.size(); ++v) {
    if (memory.value_bytes[v] > 0 && memory.value_offset[v] < 0 && !kept_[v]) {
      kept_[v] = allocate_buffer(memory.value_bytes[v]);
    }
  }
}

RELATILE_INLINE void LocalSite::take_memory(const plan::Plan& plan, std::size_t i,
                                            std::span<const tra::StoredValue* const> last_read) {
  for (const auto& [v, stored] : program.reuses) {
    const tra::StoredValue* const value =
        nth(plan.nodes, nth(plan.values, stored).node)->value.get();
    if (std::find(last_read.begin(), last_read.end(), value) == last_read.end()) continue;
    const auto& pieces = value->local[i].pieces;
    const placement::SiteBoxes boxes = nth(plan.values, v).placement.of(site);
    if (pieces.size() != 1 || pieces[0].box != boxes[0] || !is_sole_owner(pieces[0].data)) continue;
    nth(kept_, v) = pieces[0].data;
    reused_bytes_ += nth(program.memory.value_bytes, v);
  }
}

RELATILE_INLINE void LocalSite::lay_out_arrays(const plan::Plan& plan, std::size_t i) {
  for (const auto& step : plan.steps) {
    if (step.kind != plan::StepKind::stored) continue;
    value(step.output) = nth(plan.nodes, step.node)->value->local[i];
  }
  for (const auto& place : program.arrays) lay_out_array(plan, place);
}

RELATILE_INLINE void LocalSite::make_blocks(const plan::Plan& plan, const plan::Step& step,
                                            const tra::Node& node) {
  if (step.slice.index > 0) return;
  if (step.kind == plan::StepKind::local && !node.source().empty()) return;
  const bool moves = step.kind == plan::StepKind::exchange && !step.exchange.reduces;
  Memory next = memory_of(step.output);
  SiteData& data = value(step.output);
  const auto& boxes = nth(plan.values, step.output).placement.of(site);
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

RELATILE_INLINE LocalSite::Memory LocalSite::memory_of(int v) const {
  const auto out = static_cast<std::size_t>(v);
  const std::int64_t offset = program.memory.value_offset[out];
  const auto owner_of = static_cast<std::size_t>(program.memory.owner[out]);
  const Buffer& owner = offset < 0 ? kept_[owner_of] : arena_;
  return {owner, owner ? owner.get() + std::max<std::int64_t>(offset, 0) : nullptr};
}

RELATILE_INLINE void LocalSite::lay_out_array(const plan::Plan& plan,
                                              const schedule::ArrayPlace& place) {
  using Where = schedule::ArrayPlace::Where;
  if (place.where == Where::borrowed) return;
  const plan::Value& made = nth(plan.values, place.value);
  const tra::RelationType& type = nth(plan.nodes, made.node)->type;
  SiteData& data = value(place.value);
  Memory next = memory_of(place.value);
  const bool has_borders = place.where == Where::bordered;
  if (has_borders) data.pieces = value(place.of).pieces;
  for (const auto& box :
       has_borders ? placement::SiteBoxes(place.borders) : made.placement.pieces(site)) {
    if (place.where == Where::shared) {
      data.pieces.push_back(*value(place.of).piece_holding(box));
      continue;
    }
    data.pieces.push_back({box, Buffer(next.owner, next.data)});
    next.data += aligned_size(type.bytes_in(box).value);
  }
}

}  // namespace relatile::engine
