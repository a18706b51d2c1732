// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/contract_many.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/tra/contract.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE NodePtr make_contract_many(std::string name, std::vector<NodePtr> operands,
                                           Labelling labelling, ManyMeaning meaning,
                                           PairwiseStep step) {
  auto node = std::make_shared<Node>();
  node->name = std::move(name);
  node->inputs = std::move(operands);
  const auto extents = label_extents(node->name, labelling, shapes_of(node->inputs));
  Extents shape;
  for (int label : labelling.output) shape.push_back(nth(extents, label));
  node->type = array_type(meaning.reduce.element, shape);
  const Flops flops = meaning.combine.flops_per_element() + Flops{1};
  set_op(*node, ContractMany{std::make_shared<const Program>(std::move(meaning.combine)),
                             std::make_shared<const Reduction>(std::move(meaning.reduce)),
                             std::make_shared<const Labelling>(std::move(labelling)),
                             std::move(step), flops});
  return node;
}

}  // namespace relatile::tra
