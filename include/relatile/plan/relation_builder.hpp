// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/plan/sites.hpp"
#include "relatile/tra/infer_blocks.hpp"
#include "relatile/tra/rekey.hpp"

namespace relatile::plan {

/// Infers the type of a relation from its blocks, one by one: the frontier, every block's extents,
/// which keys are holes, and which sites hold each block.
///
///   source  [tra21] section 4.3: with brute force over keys
class RelationBuilder {
 public:
  RelationBuilder(std::string name, int arity, BlockType block, int num_sites)
      : name_(std::move(name)), frontier_(Extents::filled(arity, 0)) {
    type_.block = std::move(block);
    sites_.num_sites = num_sites;
  }

  void add(const Key& key, tra::BlockMetadata made, std::vector<int> sites, int contributions = 1) {
    Extents frontier = frontier_;
    for (int d = 0; d < key.rank(); ++d) {
      if (key[d] < 0) {
        throw NotClosed("relatile: " + name_ + " gives key " + to_string(key) +
                        "; keys are tuples of non-negative integers");
      }
      frontier[d] = std::max(frontier[d], key[d] + 1);
    }
    frontier_ = frontier;
    if (volume(frontier_) > tra::max_rekeyed_frontier) {
      throw NotClosed("relatile: " + name_ + " gives key " + to_string(key) +
                      ", so most keys below it would be holes");
    }
    blocks_.push_back({key, std::move(made), std::move(sites), contributions});
  }

  /// The type; afterwards `sites` and `contributions` are complete too.
  tra::RelationType finish() {
    type_.extents = frontier_;
    const bool nothing = blocks_.empty();
    const std::size_t num_keys =
        nothing && frontier_.rank() > 0 ? 0 : static_cast<std::size_t>(volume(frontier_));
    type_.block_extents.assign(num_keys, Extents::filled(type_.block.rank, 0));
    type_.present.assign(num_keys, 0);
    if (type_.block.object) type_.object_bytes.assign(num_keys, 0);
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
  Sites sites() { return std::move(sites_); }
  std::vector<int> contributions() { return std::move(contributions_); }

 private:
  struct Entry {
    Key key;
    tra::BlockMetadata made;
    std::vector<int> sites;
    int contributions;
  };
  std::string name_;
  Extents frontier_;
  tra::RelationType type_;
  Sites sites_;
  std::vector<Entry> blocks_;
  std::vector<int> contributions_;
};

/// What a kernel, or a copy, needs to know of one block.
inline tra::BlockMetadata metadata_of(const tra::RelationType& type, std::int64_t key) {
  return {type.extents_of(key),
          type.block.object ? type.object_bytes[static_cast<std::size_t>(key)] : 0};
}

}  // namespace relatile::plan
