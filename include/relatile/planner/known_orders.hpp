// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/rules/contraction_order.hpp"
#include "relatile/tra/graph_key.hpp"

namespace relatile::planner {

/// The orders of a graph's einsums of many operands, in the order of the graph.
struct KnownOrders {
  std::vector<rules::ContractionOrder> orders;
  bool exact = true;      ///< no others are cheaper
  std::string offsets{};  ///< of the graph that they were searched for
};

/// The key of a graph with einsums of many operands, and the orders in which these are computed.
struct OrdersOfGraph {
  tra::GraphKey key;
  KnownOrders known;
};

}  // namespace relatile::planner
