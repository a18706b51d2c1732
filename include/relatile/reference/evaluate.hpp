// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/reference/arrays.hpp"
#include "relatile/reference/on_pieces.hpp"
#include "relatile/reference/rearranged.hpp"
#include "relatile/reference/relations.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::reference {

/// One operator, by its definition.
inline Value apply_operator(const tra::Node& node, const std::vector<const Value*>& inputs) {
  switch (node.kind()) {
    case tra::Kind::input: return from_stored(node);
    case tra::Kind::map: return map(node, inputs);
    case tra::Kind::contract:
      return node.is_many() ? contract_many(node, inputs) : contract(node, inputs);
    case tra::Kind::blocks: return blocks(node, *inputs[0]);
    case tra::Kind::unblocks: return unblocks(node, *inputs[0]);
    case tra::Kind::join:
    case tra::Kind::aggregate:
    case tra::Kind::transform: return block_operator(node, inputs);
    case tra::Kind::rekey:
    case tra::Kind::filter: return key_map(node, *inputs[0]);
    case tra::Kind::tile: return tile(node, *inputs[0]);
    case tra::Kind::concat: return concat(node, *inputs[0]);
    case tra::Kind::reshape: return reshape(*inputs[0]);
    case tra::Kind::assemble: return assemble(node, inputs);
    case tra::Kind::along_axis: return along_axis(node, inputs);
    case tra::Kind::on_pieces: return on_pieces(node, inputs);
  }
  return {};
}

/// The meaning of an expression: plain loops over keys and elements, on one process, without
/// rewriting, planning, placement, threads or Eigen. Slow and obvious; everything else is tested
/// against it.
inline Value evaluate(const tra::NodePtr& root) {
  std::unordered_map<const tra::Node*, Value> values;
  for (const auto& node : tra::topological_order({root})) {
    if (node->evaluated()) {
      values[node.get()] = from_stored(*node);
      continue;
    }
    std::vector<const Value*> inputs;
    for (const auto& input : node->inputs) inputs.push_back(&values.at(input.get()));
    Value value = apply_operator(*node, inputs);
    values[node.get()] = std::move(value);
  }
  return std::move(values.at(root.get()));
}

}  // namespace relatile::reference
