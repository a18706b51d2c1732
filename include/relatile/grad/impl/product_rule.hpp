// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "relatile/grad/impl/map_rule.hpp"

// The derivative of an einsum is the einsum of the cotangent and the other operands.

namespace relatile::detail {

/// A label for every axis of an operand: one of its own where it is stretched.
inline std::vector<int> axis_labels(const Access& access, std::vector<std::string>& names) {
  std::vector<int> labels;
  for (const AccessDim& dim : access.dims) {
    labels.push_back(dim.label < 0 ? static_cast<int>(names.size()) : dim.label);
    if (dim.label < 0) names.push_back("_" + std::to_string(names.size()));
  }
  return labels;
}

/// What the cotangent of an einsum by + and * adds to that of operand x.
///
///   accesses  of the operands, by the labels of extents `extents`
///   output    the labels of the result
inline tra::NodePtr product_rule(const tra::Node& node, const std::vector<Access>& accesses,
                                 const std::vector<int>& output, const Extents& extents,
                                 std::vector<std::string> names, std::size_t x,
                                 const tra::NodePtr& cotangent) {
  tra::Labelling labelling;
  std::vector<tra::NodePtr> operands{cotangent};
  labelling.operands.push_back(output);
  for (std::size_t other = 0; other < accesses.size(); ++other) {
    if (other == x) continue;
    operands.push_back(conjugate_node(node.inputs[other]));
    labelling.operands.push_back(axis_labels(accesses[other], names));
  }
  labelling.names = std::move(names);
  for (const int label : distinct_labels(accesses[x])) {
    const bool known = std::any_of(
        labelling.operands.begin(), labelling.operands.end(), [&](const std::vector<int>& labels) {
          return std::find(labels.begin(), labels.end(), label) != labels.end();
        });
    if (known) labelling.output.push_back(label);
  }
  const tra::NodePtr product = product_node("grad of " + node.name, operands, labelling);
  return through_access(product, labelling.output, accesses[x], extents,
                        node.inputs[x]->type.extents);
}

inline tra::NodePtr contract_rule(const tra::Node& node, std::size_t x,
                                  const tra::NodePtr& cotangent) {
  std::vector<int> output;
  for (const AccessDim& dim : node.output.dims) output.push_back(dim.label);
  return product_rule(node, node.accesses, output, node.labels, node.label_names, x, cotangent);
}

/// The pass that an einsum of many operands by another semiring than + and * means, whose rule it
/// has; else null. The pass is computed again on the way back: min and max look for the elements
/// that equal its result, and the einsum's own, of operands two by two in another order, is rounded
/// otherwise.
inline tra::NodePtr pass_of_many(const tra::Node& node) {
  const auto& many = tra::op_of<tra::ContractMany>(node);
  if (many.reduction->name == "sum" && many.program->stages.front().name == "multiply") {
    return nullptr;
  }
  return tra::make_labelled_map(node.name, node.inputs, *many.labelling, *many.program,
                                *many.reduction);
}

/// Of many operands by + and *.
inline tra::NodePtr many_rule(const tra::Node& node, std::size_t x, const tra::NodePtr& cotangent) {
  const auto& many = tra::op_of<tra::ContractMany>(node);
  const tra::Labelling& labelling = *many.labelling;
  const Extents extents(tra::label_extents(node.name, labelling, tra::shapes_of(node.inputs)));
  std::vector<Access> accesses;
  for (std::size_t other = 0; other < node.inputs.size(); ++other) {
    accesses.push_back(
        tra::labelled_access(labelling.operands[other], node.inputs[other]->type.extents, extents));
  }
  return product_rule(node, accesses, labelling.output, extents, labelling.names, x, cotangent);
}

}  // namespace relatile::detail
