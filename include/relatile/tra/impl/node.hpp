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
#include "relatile/core/nth.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::tra {

RELATILE_INLINE Node::Node() = default;
RELATILE_INLINE Node::Node(const Node&) = default;
RELATILE_INLINE Node::~Node() { release_inputs(); }

RELATILE_INLINE void Node::release_inputs() {
  std::vector<NodePtr> left = std::move(inputs);
  inputs.clear();
  while (!left.empty()) {
    NodePtr node = std::move(left.back());
    left.pop_back();
    if (node.use_count() == 1) {
      for (auto& input : node->inputs) left.push_back(std::move(input));
      node->inputs.clear();
    }
  }
}

RELATILE_INLINE const Program* Node::program() const {
  if (const auto* const map = std::get_if<Map>(&op)) return map->program.get();
  const auto* const many = std::get_if<ContractMany>(&op);
  return many ? many->program.get() : nullptr;
}

RELATILE_INLINE const Reduction* Node::reduction() const {
  if (const auto* const map = std::get_if<Map>(&op)) return map->reduction.get();
  if (const auto* const contract = std::get_if<Contract>(&op)) return contract->reduction.get();
  const auto* const many = std::get_if<ContractMany>(&op);
  return many ? many->reduction.get() : nullptr;
}

RELATILE_INLINE const BlockKernel* Node::block_kernel() const {
  if (const auto* const join = std::get_if<Join>(&op)) return join->kernel.get();
  if (const auto* const sum = std::get_if<Aggregate>(&op)) return sum->kernel.get();
  const auto* const transform = std::get_if<Transform>(&op);
  return transform ? transform->kernel.get() : nullptr;
}

RELATILE_INLINE const BlockCombine* Node::combine() const {
  const auto* const join = std::get_if<Join>(&op);
  if (join && join->combine) return join->combine.get();
  const auto* const sum = std::get_if<Aggregate>(&op);
  return sum ? sum->combine.get() : pending.get();
}

RELATILE_INLINE Flops Node::flops_per_element() const {
  if (const auto* const map = std::get_if<Map>(&op)) return map->flops_per_element;
  if (const auto* const contract = std::get_if<Contract>(&op)) return contract->flops_per_element;
  if (const auto* const many = std::get_if<ContractMany>(&op)) return many->flops_per_element;
  return Flops{kind() == Kind::input ? 0 : 1};
}

RELATILE_INLINE const std::vector<std::int64_t>& Node::source() const {
  static const std::vector<std::int64_t> none;
  if (const auto* const rekey = std::get_if<Rekey>(&op)) return rekey->source;
  const auto* const filter = std::get_if<Filter>(&op);
  return filter ? filter->source : none;
}

RELATILE_INLINE const char* name_of(Kind kind) {
  constexpr std::array names{"input",     "map",   "contract", "blocks",    "unblocks", "join",
                             "aggregate", "rekey", "filter",   "transform", "tile",     "concat"};
  return nth(names, kind);
}

RELATILE_INLINE std::string description(const Node& node) {
  return node.name + (node.title.empty() ? "" : " \"" + node.title + "\"") +
         (node.where.empty() ? "" : " [" + node.where + "]");
}

}  // namespace relatile::tra
