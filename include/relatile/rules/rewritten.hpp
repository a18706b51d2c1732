// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_map>

#include "relatile/core/box.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/units.hpp"
#include "relatile/tra/flops.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// What a rule made of a graph: the node that stands for each of its nodes now.
using Rewritten = std::unordered_map<const tra::Node*, tra::NodePtr>;

/// The operations of an operator, as its kernel on blocks says where it has one; views, operators
/// on keys, aggregates of blocks as they are, and einsums of many operands count as none.
inline Flops flops_to_make(const tra::Node& node) {
  if (node.evaluated() || node.is_many()) return {};
  const bool arrays = node.kind() == tra::Kind::map || node.kind() == tra::Kind::contract;
  const bool declared = node.block_kernel() && node.block_kernel()->flops;
  if (!arrays && !declared) return {};
  return tra::flops_on(node, Box::whole(node.labels));
}

/// What it takes to store an operator's result; a view takes nothing.
inline Bytes stored_by(const tra::Node& node) {
  return node.is_view() ? Bytes{} : node.type.bytes_in(Box::whole(node.type.extents));
}

}  // namespace relatile::rules
