// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/concat.hpp"

#include <memory>
#include <string>

#include "relatile/core/nth.hpp"
#include "relatile/tra/block_operator.hpp"
#include "relatile/tra/infer_blocks.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE NodePtr make_concat(const NodePtr& x, int key_dim, int array_dim) {
  require_closed("concat", *x);
  auto node = std::make_shared<Node>();
  set_op(*node, Concat{array_dim});
  node->name = "concat";
  node->inputs = {x};
  node->labels = x->type.extents;
  node->label_names = default_label_names(node->labels.rank());
  node->accesses = {Access::identity(node->labels.rank())};
  nth(node->whole_label, key_dim) = true;
  for (int k = 0; k < node->labels.rank(); ++k) {
    if (k != key_dim) node->output.dims.push_back({k, 0, 1, 1, nullptr});
  }
  node->type.block = x->type.block;
  const RelationType& from = x->type;
  infer_blocks(*node, [&](const std::vector<Extents>& operands, const Key& at) {
    BlockMetadata made{operands[0], 0};
    made.extents[array_dim] = 0;
    Key other = at;
    for (other[key_dim] = 0; other[key_dim] < node->labels[key_dim]; ++other[key_dim]) {
      Extents part = from.extents_of(linear_index(other, from.extents));
      made.extents[array_dim] += part[array_dim];
      part[array_dim] = operands[0][array_dim];
      if (part == operands[0]) continue;
      throw ShapeMismatch("relatile: concat: the blocks under keys " + to_string(at) + " and " +
                          to_string(other) + " differ in an axis other than " +
                          std::to_string(array_dim));
    }
    return made;
  });
  return node;
}

}  // namespace relatile::tra
