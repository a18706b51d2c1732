// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/rekey.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/tra/block_operator.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

namespace detail {

inline void set_source(Node& node, std::vector<std::int64_t> source) {
  if (op_if<Filter>(node)) {
    set_op(node, Filter{std::move(source)});
  } else {
    set_op(node, Rekey{std::move(source)});
  }
}

}  // namespace detail

RELATILE_INLINE KeyPairs present_keys(const RelationType& type) {
  KeyPairs keys;
  for (std::int64_t k = 0; k < type.num_keys(); ++k) {
    if (type.has_key(k)) keys.emplace_back(k, key_from_linear_index(k, type.extents));
  }
  return keys;
}

RELATILE_INLINE void set_key_map(Node& node, const KeyPairs& pairs, int arity) {
  const RelationType& from = node.inputs[0]->type;
  node.type.block = from.block;
  if (pairs.empty()) {
    set_empty(node, arity);
    detail::set_source(node, std::vector<std::int64_t>(node.type.block_extents.size(), -1));
    return;
  }
  Extents frontier = Extents::filled(arity, 0);
  for (const auto& [source, key] : pairs) {
    for (int k = 0; k < arity; ++k) frontier[k] = above(frontier[k], key[k]);
  }
  const auto num_keys = static_cast<std::size_t>(volume(frontier));
  node.type.extents = frontier;
  node.type.block_extents.assign(num_keys, Extents::filled(from.block.rank, 0));
  node.type.present.assign(num_keys, 0);
  if (from.block.object) node.type.object_bytes.assign(num_keys, 0);
  node.type.estimated = from.estimated;
  std::vector<std::int64_t> behind(num_keys, -1);
  for (const auto& [source, key] : pairs) {
    const auto slot = static_cast<std::size_t>(linear_index(key, frontier));
    if (node.type.present[slot]) {
      throw NotClosed("relatile: " + node.name + " gives key " + to_string(key) +
                      " to the blocks of keys " +
                      to_string(key_from_linear_index(behind[slot], from.extents)) + " and " +
                      to_string(key_from_linear_index(source, from.extents)) +
                      "; keys must be unique (aggregate the blocks instead)");
    }
    node.type.present[slot] = 1;
    behind[slot] = source;
    const auto s = static_cast<std::size_t>(source);
    node.type.block_extents[slot] = from.block_extents[s];
    if (from.block.object) node.type.object_bytes[slot] = from.object_bytes[s];
  }
  if (!node.type.has_holes()) node.type.present.clear();
  detail::set_source(node, std::move(behind));
}

RELATILE_INLINE NodePtr make_rekey(const NodePtr& x, int arity,
                                   const std::function<Key(const Key&)>& key_function) {
  auto node = std::make_shared<Node>();
  set_op(*node, Rekey{});
  node->name = "rekey";
  node->inputs = {x};
  KeyPairs pairs = present_keys(x->type);
  Extents frontier = Extents::filled(arity, 1);
  for (auto& [source, key] : pairs) {
    const Key from = key;
    key = key_function(from);
    for (int d = 0; d < arity; ++d) {
      if (key[d] < 0) {
        throw NotClosed("relatile: rekey gives key " + to_string(key) + " to the block of key " +
                        to_string(from) + "; keys are tuples of non-negative integers");
      }
      frontier[d] = above(frontier[d], key[d]);
    }
    if (volume(frontier) > max_rekeyed_frontier) {
      throw NotClosed("relatile: rekey gives key " + to_string(key) + " to the block of key " +
                      to_string(from) + ", so most keys below it would be holes");
    }
  }
  set_key_map(*node, pairs, arity);
  return node;
}

RELATILE_INLINE NodePtr make_key_map(std::string name, const NodePtr& x, const KeyPairs& pairs,
                                     int arity) {
  auto node = std::make_shared<Node>();
  set_op(*node, Rekey{});
  node->name = std::move(name);
  node->inputs = {x};
  set_key_map(*node, pairs, arity);
  return node;
}

RELATILE_INLINE NodePtr make_placed(const NodePtr& x) {
  require_closed("placed", *x);
  auto node = std::make_shared<Node>();
  node->name = "placed";
  node->inputs = {x};
  node->type = x->type;
  std::vector<std::int64_t> source;
  for (std::int64_t k = 0; k < x->type.num_keys(); ++k) {
    source.push_back(x->type.has_key(k) ? k : -1);
  }
  set_op(*node, Rekey{std::move(source)});
  return node;
}

}  // namespace relatile::tra
