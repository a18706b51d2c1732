// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/block_operator.hpp"

#include <string>
#include <utility>
#include <vector>

#include "relatile/tra/map.hpp"

namespace relatile::tra {

RELATILE_INLINE void require_closed(const std::string& reader, const Node& relation) {
  const RelationType& type = relation.type;
  std::string missing;
  int named = 0;
  for (std::int64_t k = 0; k < type.num_keys() && named < 4; ++k) {
    if (type.has_key(k) || type.extents.rank() == 0) continue;
    missing += (named++ ? ", " : "") + to_string(key_from_linear_index(k, type.extents));
  }
  if (named == 0) return;
  throw NotClosed("relatile: " + description(relation) + " leaves holes at keys " + missing +
                  (named == 4 ? ", ..." : "") + " below the frontier " + to_string(type.extents) +
                  ", so its result is no tensor relation that " + reader +
                  " can read; rekey it so that the keys have no holes");
}

RELATILE_INLINE void set_empty(Node& node, int arity) {
  node.type.elements = false;
  node.type.extents = Extents::filled(arity, 0);
  node.type.block_extents.clear();
  node.type.object_bytes.clear();
  node.type.present.clear();
  if (arity > 0) return;
  node.type.block_extents = {Extents::filled(node.type.block.rank, 0)};
  node.type.object_bytes = {0};
  node.type.present = {0};
}

RELATILE_INLINE bool has_no_blocks(const RelationType& type) {
  return type.num_keys() == 0 || (type.rank() == 0 && !type.has_key(0));
}

RELATILE_INLINE bool reads_nothing(const Node& node) {
  if (Box::whole(node.labels).empty()) return true;
  for (const auto& input : node.inputs) {
    if (has_no_blocks(input->type)) return true;
  }
  return false;
}

}  // namespace relatile::tra
