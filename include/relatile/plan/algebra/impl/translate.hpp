// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/translate.hpp"

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/plan/algebra/local_aggregate.hpp"
#include "relatile/plan/algebra/local_join.hpp"
#include "relatile/plan/algebra/local_map.hpp"
#include "relatile/plan/algebra/local_stages.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::plan {

RELATILE_INLINE Translation Translation::without_sites() {
  Translation translation;
  translation.logical_ = true;
  return translation;
}

RELATILE_INLINE bool Translation::is_leaf(const tra::Node& node) {
  switch (node.kind()) {
    case tra::Kind::input:
    case tra::Kind::map:
    case tra::Kind::contract:
    case tra::Kind::blocks:
    case tra::Kind::unblocks:
    case tra::Kind::reshape:
    case tra::Kind::assemble:
    case tra::Kind::along_axis:
    case tra::Kind::on_pieces: return true;
    default: return node.evaluated();
  }
}

RELATILE_INLINE OperatorPtr Translation::translate(const tra::Node& node) const {
  const OperatorPtr x = known_.at(node.inputs[0].get());
  switch (node.kind()) {
    case tra::Kind::join: return translate_join(node, x);
    case tra::Kind::aggregate: {
      const auto& sum = tra::op_of<tra::Aggregate>(node);
      const std::vector<int> by = labels_of(node.output);
      KernelTo prepare;
      if (sum.kernel) prepare = {sum.kernel, node.type.block};
      return local_aggregate(by_keys(x, by), by, sum.combine, std::move(prepare));
    }
    case tra::Kind::filter: return local_filter(x, kept_by(node));
    case tra::Kind::rekey: return local_map(x, keys_of(node), {});
    case tra::Kind::tile: {
      const auto& tile = tra::op_of<tra::Tile>(node);
      return local_tile(x, tile.array_dim, tile.size);
    }
    case tra::Kind::concat: return translate_concat(node, x);
    default: break;
  }
  return local_map(x, {}, by_kernel({tra::op_of<tra::Transform>(node).kernel, node.type.block}));
}

RELATILE_INLINE OperatorPtr Translation::translate_join(const tra::Node& node,
                                                        const OperatorPtr& left) const {
  const auto& join = tra::op_of<tra::Join>(node);
  const OperatorPtr right = known_.at(node.inputs[1].get());
  const std::vector<int> left_labels = labels_of(node.accesses[0]);
  const std::vector<int> right_labels = labels_of(node.accesses[1]);
  std::vector<int> on_left;
  std::vector<int> on_right;
  for (std::size_t l = 0; l < left_labels.size(); ++l) {
    for (std::size_t r = 0; r < right_labels.size(); ++r) {
      if (left_labels[l] != right_labels[r]) continue;
      on_left.push_back(static_cast<int>(l));
      on_right.push_back(static_cast<int>(r));
    }
  }
  OperatorPtr joined = local_join(logical_ ? left : bcast(left), right, on_left, on_right,
                                  {join.kernel, node.type.block});
  if (!join.combine) return joined;
  const std::vector<int> by = labels_of(node.output);
  return local_aggregate(by_keys(joined, by), by, join.combine);
}

RELATILE_INLINE OperatorPtr Translation::translate_concat(const tra::Node& node,
                                                          const OperatorPtr& x) const {
  int key_dim = 0;
  while (node.output.has_label(key_dim)) ++key_dim;
  return local_concat(by_keys(x, labels_of(node.output)), key_dim,
                      tra::op_of<tra::Concat>(node).array_dim);
}

RELATILE_INLINE std::vector<int> Translation::labels_of(const Access& access) {
  std::vector<int> labels;
  for (const auto& dim : access.dims) labels.push_back(dim.label);
  return labels;
}

RELATILE_INLINE std::function<bool(const Key&)> Translation::kept_by(const tra::Node& node) {
  const Extents from = node.inputs[0]->type.extents;
  std::vector<char> kept(static_cast<std::size_t>(node.inputs[0]->type.num_keys()), 0);
  for (std::int64_t source : node.source()) {
    if (source >= 0) nth(kept, source) = 1;
  }
  return [from, kept = std::move(kept)](const Key& key) {
    return Box::whole(from).contains(unit_box(key)) && nth(kept, linear_index(key, from)) != 0;
  };
}

RELATILE_INLINE KeyMap Translation::keys_of(const tra::Node& node) {
  const Extents from = node.inputs[0]->type.extents;
  std::vector<std::vector<Key>> to(static_cast<std::size_t>(node.inputs[0]->type.num_keys()));
  int fan_out = 1;  // a block may have got several keys
  const std::vector<std::int64_t>& behind = node.source();
  for (std::size_t slot = 0; slot < behind.size(); ++slot) {
    if (behind[slot] < 0) continue;
    auto& keys = nth(to, behind[slot]);
    keys.push_back(key_from_linear_index(static_cast<std::int64_t>(slot), node.type.extents));
    fan_out = static_cast<int>(keys.size());
  }
  KeyMap map;
  map.name = node.name;
  map.fan_out = fan_out;
  map.arity = node.type.rank();
  map.keys = [from, to = std::move(to)](const Key& key) {
    if (!Box::whole(from).contains(unit_box(key))) return std::vector<Key>{};
    return nth(to, linear_index(key, from));
  };
  return map;
}

}  // namespace relatile::plan
