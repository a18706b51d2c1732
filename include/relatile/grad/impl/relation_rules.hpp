// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/grad/impl/cutting_rules.hpp"
#include "relatile/grad/impl/join_rule.hpp"
#include "relatile/grad/impl/key_rules.hpp"
#include "relatile/tra/operators.hpp"

// The derivatives of the operators on relations.

namespace relatile::detail {

inline std::vector<int> labels_of(const Access& access) {
  std::vector<int> labels;
  for (const AccessDim& dim : access.dims) labels.push_back(dim.label);
  return labels;
}

/// What g, the cotangent of an aggregate y by the labels `by`, adds to that of its operand.
inline tra::NodePtr aggregate_rule(const BlockCombine& combine, const JoinOperand& x,
                                   const std::vector<int>& by, const tra::NodePtr& y,
                                   const tra::NodePtr& g, const std::string& who) {
  const std::string name = "grad of aggregate";
  const ElementType element = x.block().element;
  if (kernel::is_ready<kernel::Add>(combine)) {
    return repeated(name, g, x.node->type.extents, places_of(by, x.labels));
  }
  const bool best =
      kernel::is_ready<kernel::Minimum>(combine) || kernel::is_ready<kernel::Maximum>(combine);
  JoinOfMany join{name, {}, {{g, by}, x, {y, by}}, x.labels, x.block()};
  if (combine.partials) {
    const BlockPartial partial = combine.partials()[0];
    if (partial.is_zero) return nullptr;
    join.kernel = partial.reads_own ? partial.kernel : ignoring(partial.kernel, 1);
  } else if (best && element.kind == ElementKind::floating) {
    const tra::NodePtr ties =
        join_of_two({"ties", kernel::equal_elements(element), {x, {y, by}}, by, x.block()});
    join.kernel = kernel::share_of_best(element);
    join.operands.push_back({ties, by});
  } else {
    throw Error("relatile: grad: no derivative is known of " +
                (combine.anonymous ? "the kernel" : "kernel " + combine.name) + " of " + who +
                "; tell it: declare(kernel).derivatives(by_x), where by_x(g, x, y) is the "
                "derivative by a block x of sum(g * y), y being what its group makes together; of "
                "a sum (rt::kernel::add), minimum and maximum it is known");
  }
  const tra::NodePtr made = joined(join, 1, who);
  require_same_blocks(*made, *x.node, who);
  return made;
}

/// The derivatives of joins, transforms and aggregates: of kernels.
class KernelRule {
 public:
  /// Of an operator on relations, whose result is that of `self`.
  KernelRule(const tra::Node& node, const tra::NodePtr& self, const tra::NodePtr& cotangent)
      : node_(node), self_(self), g_(cotangent), who_(tra::description(node)) {
    by_ = labels_of(node.output);
    for (std::size_t x = 0; x < node.inputs.size(); ++x) {
      operands_.push_back({node.inputs[x], labels_of(node.accesses[x])});
    }
    const BlockCombine* const combine = node.combine();
    // What a kernel makes is combined by another kernel than a sum, which has a rule of its own.
    if (node.block_kernel() && combine && !kernel::is_ready<kernel::Add>(*combine)) {
      const JoinOfMany pairs = kernel_join(all_labels(node.labels.rank()));
      g_ = aggregate_rule(*combine, {join_of_two(pairs), pairs.output}, by_, self_, g_, who_);
      by_ = pairs.output;
    }
  }

  tra::NodePtr of_operand(std::size_t x) const {
    if (!g_) return nullptr;
    if (node_.block_kernel()) return join_rule(kernel_join(by_), x, g_, who_);
    return aggregate_rule(*node_.combine(), operands_[0], by_, self_, g_, who_);
  }

 private:
  JoinOfMany kernel_join(std::vector<int> output) const {
    BlockType block = node_.type.block;
    return {node_.name, *node_.block_kernel(), operands_, std::move(output), std::move(block)};
  }

  const tra::Node& node_;
  tra::NodePtr self_;
  tra::NodePtr g_;
  std::string who_;
  std::vector<int> by_;
  std::vector<JoinOperand> operands_;
};

/// What the cotangent of an operator on relations, of one operand, adds to that of the operand.
inline tra::NodePtr rearranged_rule(const tra::Node& node, const tra::NodePtr& g) {
  switch (node.kind()) {
    case tra::Kind::tile: return tile_rule(node, g);
    case tra::Kind::concat: return concat_rule(node, g);
    case tra::Kind::unblocks: return cut_like(g, node);
    case tra::Kind::blocks: return blocks_rule(node, g);
    default: return key_map_rule(node, g);
  }
}

}  // namespace relatile::detail
