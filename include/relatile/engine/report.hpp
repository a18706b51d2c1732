// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/plan/step_facts.hpp"

namespace relatile::engine {

/// A plan that ran, and what it was measured to do: predicted against measured, for explain.
struct Report {
  plan::Plan plan;
  plan::Measured measured;
  std::int64_t peak_bytes = 0;  ///< arena and results, on the site that needs most

  plan::Traffic traffic_sent() const {
    plan::Traffic total(plan.num_sites);
    for (const auto& traffic : measured.traffic) total += traffic;
    return total;
  }
  /// Over all exchanges and sites. The law is that the first two are equal.
  Bytes bytes_predicted() const { return plan.traffic().total(); }
  Bytes bytes_sent() const { return traffic_sent().total(); }
  /// Of these, what sites on one host read in each other's memory.
  Bytes bytes_in_place() const { return measured.bytes_in_place(); }
  double seconds() const { return measured.total_seconds; }
};

/// Reports outlive the data they speak of: the same graph with all metadata, but no blocks. It can
/// be planned again, to price alternatives, and never run.
inline std::vector<tra::NodePtr> without_data(const std::vector<tra::NodePtr>& nodes) {
  std::unordered_map<const tra::Node*, tra::NodePtr> copies;
  std::vector<tra::NodePtr> result;
  for (const auto& node : nodes) {
    auto copy = std::make_shared<tra::Node>(*node);
    for (auto& input : copy->inputs) {
      if (const auto known = copies.find(input.get()); known != copies.end()) input = known->second;
    }
    copy->handle.reset();
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
