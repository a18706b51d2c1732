// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/grad/impl/join_of_many.hpp"
#include "relatile/kernel/blocks/ready_partials.hpp"

// The derivative of a join, or of a transform: the join of the cotangent with the operands that the
// kernel's derivative reads, summed back to the keys of the operand that it is by.

namespace relatile::detail {

/// The derivatives of a kernel, as they were told or as those of a ready one.
inline std::vector<BlockPartial> known_partials(const JoinOfMany& join) {
  if (join.kernel.partials) return join.kernel.partials();
  std::vector<BlockType> types;
  for (const JoinOperand& operand : join.operands) types.push_back(operand.block());
  return kernel::ready_partials(join.kernel, types, join.block);
}

[[noreturn]] inline void refuse_kernel(const JoinOfMany& join, const std::string& who) {
  const bool one = join.operands.size() == 1;
  throw Error("relatile: grad: no derivative is known of " +
              (join.kernel.anonymous ? "the kernel" : "kernel " + join.kernel.name) + " of " + who +
              (join.operands.size() > 2
                   ? "; for second derivatives declare the derivatives of derivatives, too: "
                     "declare(by_a).derivatives(...), a function by each of its operands"
               : one ? "; tell it: declare(kernel).derivatives(by_a), where by_a(g, a) is the "
                       "derivative by block a of sum(g * kernel(a))"
                     : "; tell it: declare(kernel).derivatives(by_a, by_b), where by_a(g, a, b) is "
                       "the derivative by block a of sum(g * kernel(a, b)), and by_b(g, a, b) that "
                       "by b"));
}

inline void require_same_blocks(const tra::Node& made, const tra::Node& operand,
                                const std::string& who) {
  for (std::int64_t k = 0; k < operand.type.num_keys(); ++k) {
    if (made.type.extents_of(k) == operand.type.extents_of(k)) continue;
    throw ShapeMismatch("relatile: grad: the derivative of " + who + " makes a block of shape " +
                        to_string(made.type.extents_of(k)) + " of one of shape " +
                        to_string(operand.type.extents_of(k)) +
                        "; by every operand it has the operand's shape");
  }
}

inline tra::NodePtr join_rule(const JoinOfMany& join, std::size_t x, const tra::NodePtr& g,
                              const std::string& who);

/// Of several relations; its derivatives are those of its kernel, whatever it is packed in.
inline tra::NodePtr joined(const JoinOfMany& join, std::size_t own, const std::string& who) {
  if (join.operands.size() <= 2) return join_of_two(join);
  std::vector<tra::NodePtr> of;
  for (const JoinOperand& operand : join.operands) of.push_back(operand.node);
  JoinOfMany written = join;
  for (JoinOperand& operand : written.operands) operand.node = nullptr;
  return with_pullback(join_by_packing(join, own, who), std::move(of),
                       [written, who](const tra::NodePtr&, const std::vector<tra::NodePtr>& nodes,
                                      const tra::NodePtr& g) {
                         JoinOfMany same = written;
                         for (std::size_t x = 0; x < nodes.size(); ++x)
                           same.operands[x].node = nodes[x];
                         std::vector<tra::NodePtr> parts;
                         for (std::size_t x = 0; x < nodes.size(); ++x) {
                           const bool has_slope = is_differentiable(nodes[x]->type.block.element);
                           parts.push_back(has_slope ? join_rule(same, x, g, who) : nullptr);
                         }
                         return parts;
                       });
}

/// The list without what is at a place.
template <class T>
std::vector<T> without(std::span<const T> list, std::size_t at) {
  std::vector<T> others(list.begin(), list.end());
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
  return others;
}

/// The kernel with one operand more, at a place, of which it takes no notice.
inline BlockKernel ignoring(const BlockKernel& kernel, std::size_t at) {
  BlockKernel made = kernel;
  made.shape = [kernel, at](std::span<const Extents> blocks) {
    return kernel.shape(without(blocks, at));
  };
  made.flops = [kernel, at](std::span<const Extents> blocks) {
    return kernel.flops(without(blocks, at));
  };
  made.run = [kernel, at](std::span<const BlockRef> blocks, BlockRef out, bool accumulate) {
    kernel.run(without(blocks, at), out, accumulate);
  };
  if (!kernel.partials) return made;
  made.partials = [kernel, at] {
    std::vector<BlockPartial> partials = kernel.partials();
    for (std::size_t x = 0; x < partials.size(); ++x) {
      BlockPartial& partial = partials[x];
      if (!partial.kernel.run) continue;
      // The cotangent comes first, and what a derivative is by may be left out.
      const bool one_less = !partial.reads_own && x < at;
      partial.kernel = ignoring(partial.kernel, one_less ? at : at + 1);
    }
    const BlockPartial none{{}, true, true};
    partials.insert(partials.begin() + static_cast<std::ptrdiff_t>(at), none);
    return partials;
  };
  return made;
}

/// Drops the operand that a derivative does not read, unless it is the only one with one of the
/// labels, along which there is something to add up then.
inline void leave_out_own(JoinOfMany& derivative, std::size_t own) {
  const std::size_t all = derivative.labels().size();
  JoinOfMany others = derivative;
  others.operands = without(std::span<const JoinOperand>(derivative.operands), own);
  if (others.operands.size() <= 2 && others.labels().size() == all) {
    derivative = std::move(others);
    return;
  }
  derivative.kernel = ignoring(derivative.kernel, own);
  derivative.kernel.shape = [own](std::span<const Extents> blocks) { return blocks[own]; };
}

/// What the cotangent of a join, g, adds to that of its operand x; null if nothing.
inline tra::NodePtr join_rule(const JoinOfMany& join, std::size_t x, const tra::NodePtr& g,
                              const std::string& who) {
  const std::vector<BlockPartial> partials = known_partials(join);
  if (partials.empty()) refuse_kernel(join, who);
  const BlockPartial& partial = nth(partials, x);
  if (partial.is_zero) return nullptr;
  if (!partial.kernel.run) {
    throw Error("relatile: grad: of " + who + " there is no derivative by a block of type " +
                join.operands[x].block().name() +
                "; if gradients are to take no notice of it, declare that: nullptr in its place "
                "among the derivatives");
  }
  JoinOfMany derivative{"grad of " + join.name,
                        partial.kernel,
                        {{g, join.output}},
                        join.operands[x].labels,
                        join.operands[x].block()};
  for (const JoinOperand& operand : join.operands) derivative.operands.push_back(operand);
  const std::size_t own = x + 1;
  if (!partial.reads_own) leave_out_own(derivative, own);
  const tra::NodePtr made = joined(derivative, own, who);
  require_same_blocks(*made, *join.operands[x].node, who);
  return made;
}

}  // namespace relatile::detail
