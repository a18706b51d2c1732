// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/block.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/plan/algebra/sites.hpp"
#include "relatile/tra/block_operator.hpp"
#include "relatile/tra/infer_blocks.hpp"
#include "relatile/tra/rekey.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::plan {

/// Infers the type of a relation from its blocks, one by one: the frontier, every block's extents,
/// which keys are holes, and which sites hold each block.
///
///   source  [tra21] section 4.3: with brute force over keys
class RelationBuilder {
 public:
  RelationBuilder(std::string name, int arity, BlockType block, int num_sites);

  void add(const Key& key, tra::BlockMetadata made, std::vector<int> sites, int contributions = 1);

  /// The type; afterwards `sites` and `contributions` are complete too.
  tra::RelationType finish();
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
  return {type.extents_of(key), type.block.object ? nth(type.object_bytes, key) : 0};
}

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/relation_builder.hpp"
#endif
