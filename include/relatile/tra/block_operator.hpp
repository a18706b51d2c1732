// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "relatile/tra/map.hpp"

namespace relatile::tra {

/// A relation must be closed (no holes) before an operator other than rekey and filter reads it.
/// Throws NotClosed with the operator that broke it and the first missing keys.
inline void require_closed(const std::string& reader, const Node& relation) {
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

/// The metadata of one block that an operator makes.
struct BlockMetadata {
  Extents extents;
  std::int64_t object_bytes = 0;
};

/// Asks a kernel for the metadata of its result, once per distinct combination of operands.
class BlockInference {
 public:
  explicit BlockInference(const BlockKernel* kernel) : kernel_(kernel) {}

  const BlockMetadata& operator()(const std::vector<Extents>& operands) {
    auto found = known_.find(operands);
    if (found == known_.end()) found = known_.emplace(operands, ask(operands)).first;
    return found->second;
  }

 private:
  BlockMetadata ask(const std::vector<Extents>& operands) const {
    const std::span<const Extents> span(operands);
    return {kernel_->shape(span), kernel_->object_bytes ? kernel_->object_bytes(span) : 0};
  }
  const BlockKernel* kernel_;
  std::map<std::vector<Extents>, BlockMetadata> known_;
};

/// Makes the type of `node` a relation without any block: its frontier is 0, and of key arity 0 its
/// one key is a hole.
inline void set_empty(Node& node, int arity) {
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

inline bool has_no_blocks(const RelationType& type) {
  return type.num_keys() == 0 || (type.rank() == 0 && !type.has_key(0));
}

/// True if an operand has no block at all, so that the operator makes none either.
inline bool reads_nothing(const Node& node) {
  if (Box::whole(node.labels).empty()) return true;
  for (const auto& input : node.inputs) {
    if (has_no_blocks(input->type)) return true;
  }
  return false;
}

/// Infers frontier and blocks of an operator that computes with whole blocks. `metadata` maps
/// (operand extents, label values) to the block made there; blocks that meet under one output key
/// are aggregated and must be of equal extents.
template <class Metadata>
void infer_blocks(Node& node, Metadata&& metadata) {
  Extents frontier;
  for (const auto& dim : node.output.dims) frontier.push_back(node.labels[dim.label]);
  if (reads_nothing(node)) {
    // A label of extent 0 empties a label space that has points: no site computes any.
    if (!Box::whole(node.labels).empty()) {
      node.labels.push_back(0);
      node.label_names.emplace_back("none");
    }
    return set_empty(node, frontier.rank());
  }
  RelationType& type = node.type;
  type.elements = false;
  type.extents = frontier;
  const auto num_keys = static_cast<std::size_t>(volume(frontier));
  type.block_extents.assign(num_keys, Extents{});
  if (type.block.object) type.object_bytes.assign(num_keys, 0);
  std::vector<char> seen(num_keys, 0);
  std::vector<Extents> operands(node.inputs.size());
  for_each_coordinate(Box::whole(node.labels), [&](const Key& at) {
    for (std::size_t x = 0; x < node.inputs.size(); ++x) {
      const RelationType& from = node.inputs[x]->type;
      operands[x] = from.extents_of(linear_index(node.accesses[x].coordinate(at), from.extents));
    }
    const BlockMetadata made = metadata(operands, at);
    const Key key = node.output.coordinate(at);
    const auto slot = static_cast<std::size_t>(linear_index(key, frontier));
    if (seen[slot] && !(type.block_extents[slot] == made.extents)) {
      throw ShapeMismatch("relatile: " + node.name + ": blocks of shapes " +
                          to_string(type.block_extents[slot]) + " and " + to_string(made.extents) +
                          " meet under key " + to_string(key) +
                          "; blocks that are aggregated must have equal extents");
    }
    seen[slot] = 1;
    type.block_extents[slot] = made.extents;
    if (type.block.object) type.object_bytes[slot] = made.object_bytes;
  });
}

}  // namespace relatile::tra
