// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/filter.hpp"

#include <functional>
#include <utility>
#include <vector>

#include "relatile/tra/operators.hpp"
#include "relatile/tra/rekey.hpp"

namespace relatile::tra {

RELATILE_INLINE NodePtr make_filter(const NodePtr& x,
                                    const std::function<bool(const Key&)>& predicate) {
  auto node = std::make_shared<Node>();
  set_op(*node, Filter{});
  node->name = "filter";
  node->inputs = {x};
  std::vector<std::pair<std::int64_t, Key>> pairs;
  for (std::int64_t k = 0; k < x->type.num_keys(); ++k) {
    const Key key = key_from_linear_index(k, x->type.extents);
    if (x->type.has_key(k) && predicate(key)) pairs.emplace_back(k, key);
  }
  set_key_map(*node, pairs, x->type.rank());
  return node;
}

}  // namespace relatile::tra
