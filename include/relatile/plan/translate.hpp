// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/plan/rebuild.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::plan {

/// Compiles logical operators into the implementation algebra, one by one: the initial plan that
/// rules start from.
///
///   aggregate          local_aggregate(shuf<by>(R))
///   join               local_join(bcast(L), R)
///   rekey, transform   local_map(R)
///   filter             local_filter(R)
///   tile               local_map(R), the multi-map of local_tile
///   concat             local_aggregate(shuf<all but keyDim>(R)) that lays side by side
///
///   source  [tra21] table 1
class Translation {
 public:
  /// For the sites that the inputs are stored on.
  Translation() = default;
  /// Without exchanges, for one site that has everything: what is computed, not where.
  static Translation without_sites() {
    Translation translation;
    translation.logical_ = true;
    return translation;
  }

  OperatorPtr operator()(const tra::NodePtr& root) {
    for (const auto& node : tra::topological_order({root})) {
      if (known_.contains(node.get())) continue;
      OperatorPtr op = placed(*node, is_leaf(*node) ? leaf(node) : translate(*node));
      known_[node.get()] = std::move(op);
    }
    return known_.at(root.get());
  }

 private:
  static bool is_leaf(const tra::Node& node) {
    switch (node.kind) {
      case tra::Kind::input:
      case tra::Kind::map:
      case tra::Kind::contract:
      case tra::Kind::blocks:
      case tra::Kind::unblocks: return true;
      default: return node.evaluated();
    }
  }

  OperatorPtr leaf(const tra::NodePtr& node) const {
    if (!logical_) return input(node);
    return input(node, placement::replicated(1, node->type.extents));
  }

  OperatorPtr placed(const tra::Node& node, OperatorPtr op) const {
    if (logical_ || node.evaluated() || node.pinned_placement.empty()) return op;
    return plan::exchange(op, {node.pinned_placement, node.pinned_text});
  }

  OperatorPtr by_keys(const OperatorPtr& x, const std::vector<int>& dims) const {
    return logical_ ? x : shuf(x, dims);
  }

  OperatorPtr translate(const tra::Node& node) const {
    const OperatorPtr x = known_.at(node.inputs[0].get());
    switch (node.kind) {
      case tra::Kind::join: return translate_join(node, x);
      case tra::Kind::aggregate: {
        const std::vector<int> by = labels_of(node.output);
        KernelTo prepare;
        if (node.block_kernel) prepare = {node.block_kernel, node.type.block};
        return local_aggregate(by_keys(x, by), by, node.combine, std::move(prepare));
      }
      case tra::Kind::filter: return local_filter(x, kept_by(node));
      case tra::Kind::rekey: return local_map(x, keys_of(node), {});
      case tra::Kind::tile: return local_tile(x, node.array_dim, node.tile_size);
      case tra::Kind::concat: return translate_concat(node, x);
      default: break;
    }
    return local_map(x, {}, by_kernel({node.block_kernel, node.type.block}));
  }

  OperatorPtr translate_join(const tra::Node& node, const OperatorPtr& left) const {
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
                                    {node.block_kernel, node.type.block});
    if (!node.combine) return joined;
    const std::vector<int> by = labels_of(node.output);
    return local_aggregate(by_keys(joined, by), by, node.combine);
  }

  OperatorPtr translate_concat(const tra::Node& node, const OperatorPtr& x) const {
    int key_dim = 0;
    while (node.output.has_label(key_dim)) ++key_dim;
    return local_concat(by_keys(x, labels_of(node.output)), key_dim, node.array_dim);
  }

  static std::vector<int> labels_of(const Access& access) {
    std::vector<int> labels;
    for (const auto& dim : access.dims) labels.push_back(dim.label);
    return labels;
  }

  /// The keys that a filter keeps, as a function on keys: nodes know them one by one.
  static std::function<bool(const Key&)> kept_by(const tra::Node& node) {
    const Extents from = node.inputs[0]->type.extents;
    std::vector<char> kept(static_cast<std::size_t>(node.inputs[0]->type.num_keys()), 0);
    for (std::int64_t source : node.source) {
      if (source >= 0) kept[static_cast<std::size_t>(source)] = 1;
    }
    return [from, kept = std::move(kept)](const Key& key) {
      return Box::whole(from).contains(unit_box(key)) &&
             kept[static_cast<std::size_t>(linear_index(key, from))] != 0;
    };
  }

  /// The keys that a rekey gives; none to keys that it was not asked about.
  static KeyMap keys_of(const tra::Node& node) {
    const Extents from = node.inputs[0]->type.extents;
    std::vector<std::vector<Key>> to(static_cast<std::size_t>(node.inputs[0]->type.num_keys()));
    int fan_out = 1;  // a block may have got several keys
    for (std::size_t slot = 0; slot < node.source.size(); ++slot) {
      if (node.source[slot] < 0) continue;
      auto& keys = to[static_cast<std::size_t>(node.source[slot])];
      keys.push_back(key_from_linear_index(static_cast<std::int64_t>(slot), node.type.extents));
      fan_out = static_cast<int>(keys.size());
    }
    KeyMap map;
    map.name = node.name;
    map.fan_out = fan_out;
    map.arity = node.type.rank();
    map.keys = [from, to = std::move(to)](const Key& key) {
      if (!Box::whole(from).contains(unit_box(key))) return std::vector<Key>{};
      return to[static_cast<std::size_t>(linear_index(key, from))];
    };
    return map;
  }

  bool logical_ = false;
  std::unordered_map<const tra::Node*, OperatorPtr> known_;
};

}  // namespace relatile::plan
