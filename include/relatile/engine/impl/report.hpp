// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/report.hpp"

#include <memory>
#include <unordered_map>

#include "relatile/tra/operators.hpp"

namespace relatile::engine {

RELATILE_INLINE std::vector<tra::NodePtr> without_data(const std::vector<tra::NodePtr>& nodes) {
  std::unordered_map<const tra::Node*, tra::NodePtr> copies;
  std::vector<tra::NodePtr> result;
  for (const auto& node : nodes) {
    auto copy = std::make_shared<tra::Node>(*node);
    for (auto& input : copy->inputs) {
      if (const auto known = copies.find(input.get()); known != copies.end()) input = known->second;
    }
    copy->handle.reset();
    copy->pullback.reset();  // it refers to values, and these to the report that has this copy
    copy->origin.reset();
    if (const auto* const pieces = tra::op_if<tra::OnPieces>(*copy); pieces && pieces->other) {
      tra::change_op<tra::OnPieces>(*copy, [](tra::OnPieces& op) { op.other.reset(); });
    }
    if (node->evaluated()) {
      auto held = std::make_shared<tra::StoredValue>();
      held->held = node->value->held;
      held->placement = node->value->placement;
      held->memory = node->value->memory;
      held->pieces = node->value->pieces;
      copy->value = std::move(held);
      copy->inputs.clear();
    }
    copies[node.get()] = copy;
    result.push_back(std::move(copy));
  }
  return result;
}

}  // namespace relatile::engine
