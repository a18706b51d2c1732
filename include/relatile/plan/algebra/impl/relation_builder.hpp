// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/relation_builder.hpp"

#include "relatile/core/error.hpp"

namespace relatile::plan {

RELATILE_INLINE RelationBuilder::RelationBuilder(std::string name, int arity, BlockType block,
                                                 int num_sites)
    : name_(std::move(name)), frontier_(Extents::filled(arity, 0)) {
  type_.block = std::move(block);
  sites_.num_sites = num_sites;
}

RELATILE_INLINE void RelationBuilder::add(const Key& key, tra::BlockMetadata made,
                                          std::vector<int> sites, int contributions) {
  Extents frontier = frontier_;
  for (int d = 0; d < key.rank(); ++d) {
    if (key[d] < 0) {
      throw NotClosed("relatile: " + name_ + " gives key " + to_string(key) +
                      "; keys are tuples of non-negative integers");
    }
    frontier[d] = above(frontier[d], key[d]);
  }
  frontier_ = frontier;
  if (volume(frontier_) > tra::max_rekeyed_frontier) {
    throw NotClosed("relatile: " + name_ + " gives key " + to_string(key) +
                    ", so most keys below it would be holes");
  }
  blocks_.push_back({key, std::move(made), std::move(sites), contributions});
}

RELATILE_INLINE tra::RelationType RelationBuilder::finish() {
  type_.extents = frontier_;
  const bool nothing = blocks_.empty();
  const std::size_t num_keys =
      nothing && frontier_.rank() > 0 ? 0 : static_cast<std::size_t>(volume(frontier_));
  type_.block_extents.assign(num_keys, Extents::filled(type_.block.rank, 0));
  type_.present.assign(num_keys, 0);
  if (type_.block.object) type_.object_bytes.assign(num_keys, 0);
  type_.estimated = type_.block.object != nullptr;
  sites_.of_key.resize(num_keys);
  contributions_.assign(num_keys, 0);
  for (auto& block : blocks_) {
    const auto slot = static_cast<std::size_t>(linear_index(block.key, frontier_));
    if (type_.present[slot]) {
      throw NotClosed("relatile: " + name_ + " gives key " + to_string(block.key) +
                      " to two blocks; keys must be unique (aggregate the blocks instead)");
    }
    type_.present[slot] = 1;
    type_.block_extents[slot] = block.made.extents;
    if (type_.block.object) type_.object_bytes[slot] = block.made.object_bytes;
    sites_.of_key[slot] = std::move(block.sites);
    contributions_[slot] = block.contributions;
  }
  if (!type_.has_holes()) type_.present.clear();
  return std::move(type_);
}

}  // namespace relatile::plan
