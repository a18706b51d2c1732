// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/merge_equal.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string_view>

#include "relatile/core/kernel.hpp"
#include "relatile/rules/replaced_inputs.hpp"
#include "relatile/tra/graph_key.hpp"

namespace relatile::rules {
namespace detail {

RELATILE_INLINE bool is_pure(const tra::Node& node) {
  if (node.evaluated() || node.inputs.empty()) return false;
  if (node.kind() == tra::Kind::blocks || node.kind() == tra::Kind::unblocks) return true;
  if (node.kind() != tra::Kind::map && node.kind() != tra::Kind::contract) return false;
  const auto pure = [](const Stage& stage) { return stage.identity.pure && !stage.coordinates; };
  return (!node.program() ||
          std::all_of(node.program()->stages.begin(), node.program()->stages.end(), pure)) &&
         (!node.reduction() || node.reduction()->kernel_identity.pure);
}

inline bool are_the_same(const Program& a, const Program& b) {
  return std::equal(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(),
                    [](const Stage& one, const Stage& other) {
                      return one.name == other.name && one.operands == other.operands &&
                             one.output.kind == other.output.kind && one.identity == other.identity;
                    });
}

RELATILE_INLINE bool compute_the_same(const tra::Node& a, const tra::Node& b) {
  if (!a.program() != !b.program() || !a.reduction() != !b.reduction()) return false;
  if (a.program() && !are_the_same(*a.program(), *b.program())) return false;
  if (a.reduction() && !(a.reduction()->kernel_identity == b.reduction()->kernel_identity))
    return false;
  const std::vector<int> same(a.inputs.size(), 0);
  return tra::node_key(a, same) == tra::node_key(b, same);
}

/// The operators of a graph by what they compute, each one a class of equal ones.
class EqualNodes {
 public:
  /// The class of a node whose operands have theirs already.
  std::size_t add(const tra::NodePtr& node) {
    const std::size_t own = classes_.size();
    std::size_t found = own;
    if (is_pure(*node)) {
      auto& others = with_hash_[hash(*node)];
      for (const std::size_t other : others) {
        if (found == own && are_equal(*classes_[other].front(), *node)) found = other;
      }
      if (found == own) others.push_back(own);
    }
    if (found == own) classes_.emplace_back();
    classes_[found].push_back(node);
    class_of_[node.get()] = found;
    return found;
  }

  std::size_t size() const { return classes_.size(); }
  std::size_t class_of(const tra::NodePtr& node) const { return class_of_.at(node.get()); }
  const std::vector<tra::NodePtr>& members(const tra::NodePtr& node) const {
    return classes_[class_of(node)];
  }
  bool any_equal() const { return class_of_.size() > classes_.size(); }

 private:
  std::size_t hash(const tra::Node& node) const {
    std::size_t hash = std::hash<std::string_view>()(node.name);
    const auto add = [&](std::size_t word) { hash = (hash ^ word) * 0x9e3779b97f4a7c15u; };
    add(static_cast<std::size_t>(node.kind()));
    for (const auto& input : node.inputs) add(class_of_.at(input.get()));
    for (const std::int64_t extent : node.type.extents) add(static_cast<std::size_t>(extent));
    return hash;
  }

  bool are_equal(const tra::Node& a, const tra::Node& b) const {
    return std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(),
                      [&](const auto& x, const auto& y) {
                        return class_of_.at(x.get()) == class_of_.at(y.get());
                      }) &&
           compute_the_same(a, b);
  }

  std::vector<std::vector<tra::NodePtr>> classes_;
  std::unordered_map<const tra::Node*, std::size_t> class_of_;
  std::unordered_map<std::size_t, std::vector<std::size_t>> with_hash_;
};

}  // namespace detail

RELATILE_INLINE Rewritten merge_equal(const std::vector<tra::NodePtr>& order,
                                      const std::vector<tra::NodePtr>& roots,
                                      plan::AppliedRule& applied) {
  const auto computed = std::count_if(order.begin(), order.end(),
                                      [](const tra::NodePtr& node) { return !node->evaluated(); });
  if (computed < 2) return {};
  detail::EqualNodes equal;
  for (const auto& node : order) equal.add(node);
  if (!equal.any_equal()) return {};
  const auto is_kept = [&](const tra::NodePtr& node) {
    return node->held_by_user() || std::find(roots.begin(), roots.end(), node) != roots.end();
  };
  Rewritten rewritten;
  std::vector<tra::NodePtr> of_class(equal.size());
  for (const auto& node : order) {
    tra::NodePtr& one = of_class[equal.class_of(node)];
    if (!one) {
      const auto& members = equal.members(node);
      const auto kept = std::find_if(members.begin(), members.end(), is_kept);
      one = kept == members.end() ? members.front() : *kept;
      const auto others = std::int64_t(members.size()) - 1;
      if (others > 0) {
        applied.note(others, others * flops_to_make(*one), others * stored_by(*one));
      }
      // Equal operators read equal operands: these have been met.
      if (!one->evaluated()) {
        Rewritten operands;
        for (const auto& input : one->inputs) {
          operands[input.get()] = of_class[equal.class_of(input)];
        }
        one = with_inputs(one, operands);
      }
    }
    rewritten[node.get()] = one;
  }
  return rewritten;
}

}  // namespace relatile::rules
