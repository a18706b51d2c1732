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
  KeyPairs pairs = present_keys(x->type);
  std::erase_if(pairs, [&](const auto& pair) { return !predicate(pair.second); });
  set_key_map(*node, pairs, x->type.rank());
  return node;
}

}  // namespace relatile::tra
