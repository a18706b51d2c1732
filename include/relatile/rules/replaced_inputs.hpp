// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "relatile/rules/rewritten.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// A node that reads what now stands for its operands: itself, if that is what it reads.
inline tra::NodePtr with_inputs(const tra::NodePtr& node, const Rewritten& rewritten) {
  const auto stays = [&](const tra::NodePtr& input) { return rewritten.at(input.get()) == input; };
  if (node->evaluated() || std::all_of(node->inputs.begin(), node->inputs.end(), stays))
    return node;
  auto copy = std::make_shared<tra::Node>(*node);
  for (auto& input : copy->inputs) input = rewritten.at(input.get());
  return copy;
}

/// A node that reads what now stands for its operands; operands that are new themselves, the slices
/// of an einsum's, read so as well.
inline tra::NodePtr with_all_inputs(const tra::NodePtr& node, Rewritten& rewritten) {
  if (node->evaluated()) return node;
  for (const auto& input : node->inputs) {
    if (!rewritten.contains(input.get())) {
      rewritten[input.get()] = with_all_inputs(input, rewritten);
    }
  }
  return with_inputs(node, rewritten);
}

/// The nodes of a graph, operands first, of which now(node) takes the place, reading each other.
template <class Now>
Rewritten reading_each_other(const std::vector<tra::NodePtr>& order, Now&& now) {
  Rewritten rewritten;
  for (const auto& node : order) {
    rewritten[node.get()] = with_all_inputs(now(node), rewritten);
  }
  Rewritten result;  // of the graph's own nodes only
  for (const auto& node : order) result[node.get()] = rewritten.at(node.get());
  return result;
}

}  // namespace relatile::rules
