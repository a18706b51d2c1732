// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "relatile/program/program.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::program {

/// The code and the data behind the nodes of a graph. What is left empty leaves a sketch: a graph
/// that can be planned, explained and simulated, but not run.
struct Kernels {
  /// Gives a stage, which has its name and types, its code.
  std::function<void(Stage& stage, const std::vector<ElementType>& operands)> stage;
  /// The same for a reduction: "sum", "prod", "min", "max", "any" or "all".
  std::function<void(Reduction& reduction)> reduction;
  /// The same for the product of two operands that a contract node is.
  std::function<void(tra::Node& node)> product;
  /// The node to read in place of an input or source as sketched.
  std::function<tra::NodePtr(const Statement& statement, const tra::NodePtr& sketch)> leaf;
};

struct GraphOptions {
  int num_sites = 1;             ///< on which inputs are placed
  std::string file = "program";  ///< nodes say "file:line" where they come from
  Kernels kernels;
};

/// A program as a graph of the logical algebra.
struct Graph {
  std::vector<tra::NodePtr> outputs;  ///< in the order in which the program names them
  /// By statement, the nodes that it became, the one with its value last. A rewritten or split
  /// node still says in `where` which line it comes from.
  std::map<std::string, std::vector<tra::NodePtr>> nodes;

  const tra::NodePtr& value_of(const std::string& statement) const {
    return nodes.at(statement).back();
  }
};

}  // namespace relatile::program
