// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/site_data.hpp"
#include "relatile/cost/memory_plan.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::engine {

/// The first exception of a site's kernels.
struct Failure {
  std::int64_t step = std::numeric_limits<std::int64_t>::max();
  std::string text;
  std::exception_ptr exception;
};

/// What a plan's execution holds of one site of this process: its memory, all allocated before the
/// first step, and the values in it.
class LocalSite {
 public:
  LocalSite(const plan::Plan& plan, int number)
      : site(number),
        memory(cost::plan_memory(plan, number)),
        values(plan.values.size()),
        kept_(plan.values.size()) {}

  bool failed() const { return failure.exception != nullptr; }
  SiteData& value(int v) { return values[static_cast<std::size_t>(v)]; }
  const SiteData& value(int v) const { return values[static_cast<std::size_t>(v)]; }
  std::byte* staging(std::size_t step) const {
    return arena_ ? arena_.get() + memory.staging_offset[step] : nullptr;
  }
  const Buffer& arena() const { return arena_; }

  /// Throws std::bad_alloc.
  void allocate() {
    if (memory.arena_bytes > 0) arena_ = allocate_buffer(memory.arena_bytes);
    for (std::size_t v = 0; v < kept_.size(); ++v) {
      if (memory.value_bytes[v] > 0 && memory.value_offset[v] < 0) {
        kept_[v] = allocate_buffer(memory.value_bytes[v]);
      }
    }
  }

  /// The pieces of all arrays: in memory of their own, or shared with an exchange's input. What a
  /// site borrows of others has none yet. `i` is the number of the site in this process.
  void lay_out_arrays(const plan::Plan& plan, std::size_t i) {
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

  /// A relation's blocks when its step begins: those that an exchange finds here are shared.
  void make_blocks(const plan::Plan& plan, const plan::Step& step, const tra::Node& node) {
    if (step.slice.index > 0) return;
    if (step.kind == plan::StepKind::local && !node.source.empty()) return;
    const bool moves = step.kind == plan::StepKind::exchange && !step.exchange.reduces;
    Memory next = memory_of(step.output);
    SiteData& data = value(step.output);
    const auto& boxes = plan.values[static_cast<std::size_t>(step.output)].placement.of(site);
    cost::for_each_key(node.type, boxes, [&](std::int64_t key, const Box&) {
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

  static StoredBlock new_block(const tra::RelationType& type, std::int64_t key, const Buffer& owner,
                               std::byte* memory) {
    if (type.block.object) return {Extents{}, type.block.object->make()};
    return {type.extents_of(key), std::shared_ptr<void>(owner, memory)};
  }

  /// Objects and shared buffers go at their last use; arena memory is reused by layout.
  void release_dead(const plan::Plan& plan, int step) {
    for (std::size_t v = 0; v < values.size(); ++v) {
      if (memory.last_use[v] != step) continue;
      const bool result =
          std::any_of(plan.results.begin(), plan.results.end(),
                      [&](const auto& kept) { return kept.second == static_cast<int>(v); });
      if (!result) values[v] = SiteData{};
    }
  }

  int site;
  cost::MemoryPlan memory;
  Failure failure;
  std::vector<SiteData> values;  ///< per value

 private:
  struct Memory {
    const Buffer& owner;
    std::byte* data;
  };
  Memory memory_of(int v) const {
    const auto out = static_cast<std::size_t>(v);
    const std::int64_t offset = memory.value_offset[out];
    const Buffer& owner = offset < 0 ? kept_[static_cast<std::size_t>(memory.owner[out])] : arena_;
    return {owner, owner ? owner.get() + std::max<std::int64_t>(offset, 0) : nullptr};
  }

  void lay_out_array(const plan::Plan& plan, const plan::Step& step, const tra::Node& node) {
    if (cost::borrowed(plan, step, site)) return;
    const plan::Value& made = plan.values[static_cast<std::size_t>(step.output)];
    const bool moves = step.kind == plan::StepKind::exchange && !step.exchange.reduces;
    const bool shares =
        moves &&
        cost::shares_array(plan.values[static_cast<std::size_t>(step.inputs[0])], made, site);
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

  Buffer arena_;
  std::vector<Buffer> kept_;  ///< per value, buffers of results
};

}  // namespace relatile::engine
