// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/node.hpp"

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/home.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/tra/operators.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::tra {

RELATILE_INLINE Node::Node() {
  static const auto input = std::make_shared<const Operator>(Input{});
  op = input;
}
RELATILE_INLINE Node::Node(const Node&) = default;
RELATILE_INLINE Node::~Node() { release_inputs(); }

namespace detail {
/// Moves what the node refers to into `left`; what that has no memory for goes by recursion.
RELATILE_INLINE void take_operands(Node& node, std::vector<NodePtr>& left) {
  try {
    for (auto& input : node.inputs) left.push_back(std::move(input));
    if (node.pullback.use_count() == 1) {
      for (auto& operand : node.pullback->of) left.push_back(std::move(operand));
      if (node.pullback->recipe) left.push_back(std::move(node.pullback->recipe));
    }
  } catch (...) {
  }
  node.inputs.clear();
  node.pullback.reset();
}
}  // namespace detail

RELATILE_INLINE void Node::release_inputs() {
  std::vector<NodePtr> left;
  detail::take_operands(*this, left);
  while (!left.empty()) {
    NodePtr node = std::move(left.back());
    left.pop_back();
    if (node.use_count() == 1) detail::take_operands(*node, left);
  }
}

RELATILE_INLINE Origin::~Origin() {
  std::vector<std::shared_ptr<Origin>> left = std::move(parents);
  while (!left.empty()) {
    const std::shared_ptr<Origin> origin = std::move(left.back());
    left.pop_back();
    if (origin.use_count() != 1) continue;
    for (auto& parent : origin->parents) left.push_back(std::move(parent));
    origin->parents.clear();
  }
}

RELATILE_INLINE Kind Node::kind() const {
  constexpr std::size_t many = std::variant_size_v<Operator::variant> - 1;
  static_assert(many == static_cast<std::size_t>(Kind::on_pieces) + 1);
  static_assert(std::is_same_v<std::variant_alternative_t<many, Operator::variant>, ContractMany>);
  return op->index() == many ? Kind::contract : static_cast<Kind>(op->index());
}

RELATILE_INLINE bool Node::is_many() const { return op_if<ContractMany>(*this) != nullptr; }

RELATILE_INLINE bool Node::is_view() const {
  const auto* const map = op_if<Map>(*this);
  return map && map->program->stages.empty() && !map->reduction;
}

RELATILE_INLINE bool Node::selects() const {
  const auto* const map = op_if<Map>(*this);
  return map && map->select != nullptr;
}

RELATILE_INLINE bool Node::rearranges() const {
  return kind() == Kind::reshape || kind() == Kind::assemble;
}

RELATILE_INLINE bool Node::is_anywhere() const {
  const auto* const input = op_if<Input>(*this);
  return input && input->anywhere;
}

RELATILE_INLINE const Program* Node::program() const {
  if (const auto* const map = op_if<Map>(*this)) return map->program.get();
  const auto* const many = op_if<ContractMany>(*this);
  return many ? many->program.get() : nullptr;
}

RELATILE_INLINE const Reduction* Node::reduction() const {
  if (const auto* const map = op_if<Map>(*this)) return map->reduction.get();
  if (const auto* const contract = op_if<Contract>(*this)) return contract->reduction.get();
  if (const auto* const pieces = op_if<OnPieces>(*this)) return pieces->reduction.get();
  const auto* const many = op_if<ContractMany>(*this);
  return many ? many->reduction.get() : nullptr;
}

RELATILE_INLINE const BlockKernel* Node::block_kernel() const {
  if (const auto* const join = op_if<Join>(*this)) return join->kernel.get();
  if (const auto* const sum = op_if<Aggregate>(*this)) return sum->kernel.get();
  const auto* const transform = op_if<Transform>(*this);
  return transform ? transform->kernel.get() : nullptr;
}

RELATILE_INLINE const BlockCombine* Node::combine() const {
  const auto* const join = op_if<Join>(*this);
  if (join && join->combine) return join->combine.get();
  const auto* const sum = op_if<Aggregate>(*this);
  return sum ? sum->combine.get() : pending.get();
}

RELATILE_INLINE Flops Node::flops_per_element() const {
  if (const auto* const map = op_if<Map>(*this)) return map->flops_per_element;
  if (const auto* const contract = op_if<Contract>(*this)) return contract->flops_per_element;
  if (const auto* const many = op_if<ContractMany>(*this)) return many->flops_per_element;
  if (const auto* const along = op_if<AlongAxis>(*this)) return along->flops_per_element;
  return Flops{kind() == Kind::input || rearranges() ? 0 : 1};
}

RELATILE_INLINE const std::vector<std::int64_t>& Node::source() const {
  static const std::vector<std::int64_t> none;
  if (const auto* const rekey = op_if<Rekey>(*this)) return rekey->source;
  const auto* const filter = op_if<Filter>(*this);
  return filter ? filter->source : none;
}

RELATILE_INLINE const char* name_of(Kind kind) {
  constexpr std::array names{"input",    "map",       "contract",   "blocks",
                             "unblocks", "join",      "aggregate",  "rekey",
                             "filter",   "transform", "tile",       "concat",
                             "reshape",  "assemble",  "along_axis", "on_pieces"};
  return nth(names, kind);
}

RELATILE_INLINE std::string description(const Node& node) {
  return node.name + (node.title.empty() ? "" : " \"" + node.title + "\"") +
         (node.where.empty() ? "" : " [" + node.where + "]");
}

}  // namespace relatile::tra
