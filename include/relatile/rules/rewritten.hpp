// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_map>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/units.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// What a rule made of a graph: the node that stands for each of its nodes now.
using Rewritten = std::unordered_map<const tra::Node*, tra::NodePtr>;

/// The operations of an operator, as its kernel on blocks says where it has one; views, operators
/// on keys, aggregates of blocks as they are, and einsums of many operands count as none.
inline Flops flops_to_make(const tra::Node& node) {
  if (node.evaluated() || node.is_many()) return {};
  if (node.kind() == tra::Kind::map || node.kind() == tra::Kind::contract) {
    return volume(node.labels) * node.flops_per_element();
  }
  if (!node.block_kernel() || !node.block_kernel()->flops) return {};
  Flops total;
  std::vector<Extents> operands(node.inputs.size());
  for_each_coordinate(Box::whole(node.labels), [&](const Key& at) {
    for (std::size_t x = 0; x < operands.size(); ++x) {
      const tra::RelationType& from = node.inputs[x]->type;
      operands[x] = from.extents_of(linear_index(node.accesses[x].coordinate(at), from.extents));
    }
    total += node.block_kernel()->flops(operands);
  });
  return total;
}

/// What it takes to store an operator's result; a view takes nothing.
inline Bytes stored_by(const tra::Node& node) {
  return node.is_view() ? Bytes{} : node.type.bytes_in(Box::whole(node.type.extents));
}

}  // namespace relatile::rules
