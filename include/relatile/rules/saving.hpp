// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "relatile/core/extents.hpp"
#include "relatile/core/units.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// What a rule made of a graph: the node that stands for each of its nodes now.
using Rewritten = std::unordered_map<const tra::Node*, tra::NodePtr>;

/// What a rule spared: all sites together, of the operators that it changed.
struct Saving {
  std::int64_t times = 0;
  Flops flops;
  Bytes stored;  ///< that would have been written and read again

  Saving& operator+=(const Saving& more) {
    times += more.times;
    flops += more.flops;
    stored += more.stored;
    return *this;
  }
};

/// The operations of an operator on arrays; views and operators on relations count as none.
inline Flops flops_of(const tra::Node& node) {
  if (node.kind != tra::Kind::map && node.kind != tra::Kind::contract) return {};
  if (node.evaluated() || node.is_many()) return {};
  return volume(node.labels) * node.flops_per_element;
}

/// What it takes to store an array's elements.
inline Bytes bytes_of(const tra::Node& node) {
  if (!node.type.elements) return {};
  return Bytes{volume(node.type.extents) * std::int64_t(node.type.block.element.size)};
}

}  // namespace relatile::rules
