// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/node.hpp"

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/home.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::tra {

RELATILE_INLINE Node::Node() = default;
RELATILE_INLINE Node::Node(const Node&) = default;
RELATILE_INLINE Node::~Node() { release_inputs(); }

RELATILE_INLINE void Node::release_inputs() {
  std::vector<NodePtr> pending = std::move(inputs);
  inputs.clear();
  while (!pending.empty()) {
    NodePtr node = std::move(pending.back());
    pending.pop_back();
    if (node.use_count() == 1) {
      for (auto& input : node->inputs) pending.push_back(std::move(input));
      node->inputs.clear();
    }
  }
}

RELATILE_INLINE const char* name_of(Kind kind) {
  constexpr std::array names{"input",     "map",   "contract", "blocks",    "unblocks", "join",
                             "aggregate", "rekey", "filter",   "transform", "tile",     "concat"};
  return names[static_cast<std::size_t>(kind)];
}

RELATILE_INLINE std::string description(const Node& node) {
  return node.name + (node.title.empty() ? "" : " \"" + node.title + "\"") +
         (node.where.empty() ? "" : " [" + node.where + "]");
}

}  // namespace relatile::tra
