// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/replicate_multiply.hpp"

#include <algorithm>
#include <string>

#include "relatile/core/box.hpp"
#include "relatile/papers/tra21/rules/product.hpp"
#include "relatile/plan/algebra/local_aggregate.hpp"
#include "relatile/plan/algebra/local_join.hpp"
#include "relatile/plan/algebra/local_map.hpp"
#include "relatile/plan/algebra/moves.hpp"

namespace relatile::papers::tra21::rules::detail {

RELATILE_INLINE plan::KeyMap replicated_keys(const std::vector<int>& labels, const Extents& space) {
  plan::KeyMap keys;
  keys.name = "replicate(";
  keys.arity = space.rank();
  std::vector<int> missing;
  Extents counts;
  for (int label = 0; label < space.rank(); ++label) {
    if (std::find(labels.begin(), labels.end(), label) != labels.end()) continue;
    keys.name +=
        (missing.empty() ? "" : ", ") + std::to_string(label) + ":" + std::to_string(space[label]);
    missing.push_back(label);
    counts.push_back(space[label]);
  }
  keys.name += ")";
  keys.fan_out = static_cast<int>(volume(counts));
  keys.keys = [labels, missing, counts, rank = space.rank()](const Key& key) {
    std::vector<Key> copies;
    for_each_coordinate(Box::whole(counts), [&](const Key& values) {
      Key copy = Extents::filled(rank, 0);
      for (std::size_t d = 0; d < labels.size(); ++d) copy[labels[d]] = key[static_cast<int>(d)];
      for (std::size_t m = 0; m < missing.size(); ++m) {
        copy[missing[m]] = values[static_cast<int>(m)];
      }
      copies.push_back(copy);
    });
    return copies;
  };
  return keys;
}

}  // namespace relatile::papers::tra21::rules::detail

namespace relatile::papers::tra21::rules {

RELATILE_INLINE OperatorPtr replicate_multiply(const OperatorPtr& op) {
  const Product x = product_of(*op);
  if (!x.left) return nullptr;
  const plan::JoinSpace space =
      plan::join_space(*x.left, *x.right, x.join->on_left, x.join->on_right);
  const auto replicated = [&](const OperatorPtr& operand, const std::vector<int>& labels) {
    return plan::shuf(plan::local_map(operand, detail::replicated_keys(labels, space.extents), {}),
                      x.by);
  };
  std::vector<int> all;
  for (int label = 0; label < space.labels.count; ++label) all.push_back(label);
  return plan::local_aggregate(
      plan::local_join(replicated(x.left, space.labels.left),
                       replicated(x.right, space.labels.right), all, all, x.join->kernel),
      x.by, x.combine);
}

}  // namespace relatile::papers::tra21::rules
