// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/fail_when_asked.hpp"
#include "relatile/core/untold_errors.hpp"
#include "relatile/tra/block_operator.hpp"

// The type of a relation that an operator makes: for the definitions of operators only.

namespace relatile::tra {

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
    return asked_by_each_site([&]() -> BlockMetadata {
      try {
        const std::span<const Extents> span(operands);
        return {kernel_->shape(span), kernel_->object_bytes ? kernel_->object_bytes(span) : 0};
      } catch (const Error&) {
        throw;
      } catch (const std::bad_alloc&) {
        throw OutOfMemory("relatile: " + kernel_->name +
                          ": out of memory while it was asked for the shape of its result");
      } catch (...) {
        fail_when_asked(kernel_->name, "asked for its result's shape");
      }
    });
  }

  const BlockKernel* kernel_;
  std::map<std::vector<Extents>, BlockMetadata> known_;
};

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
  type.estimated = type.block.object != nullptr;
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
