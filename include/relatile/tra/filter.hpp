// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "relatile/tra/rekey.hpp"

namespace relatile::tra {

/// Keeps the blocks whose key satisfies `predicate`. The holes it may leave are refused by the
/// next operator that is neither rekey nor filter.
///
///   source  [tra21] section 2.1 (4) and 2.2
inline NodePtr make_filter(const NodePtr& x, const std::function<bool(const Key&)>& predicate) {
  auto node = std::make_shared<Node>();
  node->kind = Kind::filter;
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
