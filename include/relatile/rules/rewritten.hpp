// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_map>

#include "relatile/core/box.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/units.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// What a rule made of a graph: the node that stands for each of its nodes now.
using Rewritten = std::unordered_map<const tra::Node*, tra::NodePtr>;

/// The operations of an operator on arrays; views and operators on relations count as none.
inline Flops flops_to_make(const tra::Node& node) {
  if (node.kind() != tra::Kind::map && node.kind() != tra::Kind::contract) return {};
  if (node.evaluated() || node.is_many()) return {};
  return volume(node.labels) * node.flops_per_element();
}

/// What it takes to store an operator's result; a view takes nothing.
inline Bytes stored_by(const tra::Node& node) {
  return node.is_view() ? Bytes{} : node.type.bytes_in(Box::whole(node.type.extents));
}

}  // namespace relatile::rules
