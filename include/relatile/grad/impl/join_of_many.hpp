// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/compose_kernels.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/grad/impl/packed_blocks.hpp"
#include "relatile/kernel/blocks/block_combine.hpp"
#include "relatile/kernel/blocks/block_kernels.hpp"
#include "relatile/tra/aggregate.hpp"
#include "relatile/tra/join.hpp"
#include "relatile/tra/transform.hpp"

// Joins of more than two relations, which the derivatives of joins are.

namespace relatile::detail {

/// An operand of a join: the label of every dimension of its keys. Where labels are equal, keys
/// are.
struct JoinOperand {
  tra::NodePtr node;
  std::vector<int> labels;

  const BlockType& block() const { return node->type.block; }
};

inline std::vector<int> united(std::vector<int> labels, const std::vector<int>& others) {
  for (const int label : others) {
    if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(label);
  }
  return labels;
}
inline std::vector<int> places_of(const std::vector<int>& labels, const std::vector<int>& among) {
  std::vector<int> places;
  for (const int label : labels) {
    const auto found = std::find(among.begin(), among.end(), label);
    if (found != among.end()) places.push_back(static_cast<int>(found - among.begin()));
  }
  return places;
}

/// The aggregate kernel `add` of blocks of floats or complex numbers.
inline BlockCombine sum_of_blocks(const ElementType& element) {
  BlockCombine sum;
  sum.name = kernel::Add::name;
  sum.laws = kernel::Add::laws();
  sum.identity = identity_of(kernel::add);
  visit_type(element, [&]<class T>(std::type_identity<T>) {
    sum.run = [](BlockRef accumulator, BlockRef block) {
      auto* const to = static_cast<T*>(accumulator.data);
      const auto* const from = static_cast<const T*>(block.data);
      for (std::int64_t i = 0; i < volume(block.extents); ++i) to[i] += from[i];
    };
  });
  return sum;
}

/// A kernel on every tuple of blocks whose keys agree; what meets under a key is summed.
struct JoinOfMany {
  std::string name;
  BlockKernel kernel;
  std::vector<JoinOperand> operands;  ///< in the order that the kernel takes them in
  std::vector<int> output;            ///< the labels of the result's keys
  BlockType block;                    ///< of the result, elements of which have derivatives

  std::vector<int> labels() const {
    std::vector<int> all;
    for (const JoinOperand& operand : operands) all = united(std::move(all), operand.labels);
    return all;
  }
};

/// The join of one or two relations.
inline tra::NodePtr join_of_two(JoinOfMany join) {
  const std::vector<int> all = join.labels();
  const std::vector<int> by = places_of(join.output, all);
  std::shared_ptr<const BlockCombine> sum;
  if (all != join.output) {
    sum = std::make_shared<const BlockCombine>(sum_of_blocks(join.block.element));
    join.kernel = accumulating(join.kernel, *sum, join.block);
  }
  const JoinOperand& left = join.operands[0];
  if (join.operands.size() == 1) {
    if (!sum) return tra::make_transform(join.name, left.node, join.block, join.kernel);
    return tra::make_map_aggregate(join.name, left.node, by, join.block, join.kernel, *sum);
  }
  const JoinOperand& right = join.operands[1];
  std::vector<int> on_left;
  std::vector<int> on_right;
  for (std::size_t k = 0; k < right.labels.size(); ++k) {
    const std::vector<int> at = places_of({right.labels[k]}, left.labels);
    if (at.empty()) continue;
    on_left.push_back(at[0]);
    on_right.push_back(static_cast<int>(k));
  }
  return tra::make_join(join.name, left.node, right.node, on_left, on_right, by, join.block,
                        join.kernel, sum);
}

/// The kernel, called with the operand number `own` and with all others as they were packed.
inline BlockKernel of_packed(const BlockKernel& kernel, std::size_t own,
                             const std::vector<BlockType>& others) {
  BlockKernel made;
  made.name = kernel.name;
  made.anonymous = true;
  made.accumulates = kernel.accumulates;
  made.shape = [](std::span<const Extents> blocks) { return blocks[0]; };
  made.flops = [](std::span<const Extents> blocks) {
    return Flops{volume(blocks[0]) + volume(blocks[1])};
  };
  made.run = [kernel, own, others](std::span<const BlockRef> blocks, BlockRef out,
                                   bool accumulate) {
    std::vector<BlockRef> operands(others.size());
    BlockRef left = blocks[1];
    for (std::size_t x = others.size() - 1; x > 0; --x) {
      const Unpacked parts = unpacked(left, x > 1 ? packed_type() : others[0], others[x]);
      operands[x] = parts.second;
      left = parts.first;
    }
    operands[0] = left;
    operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(own), blocks[0]);
    kernel.run(operands, out, accumulate);
  };
  return made;
}

/// The join, whose result has the extents of operand number `own`; the others are packed.
inline tra::NodePtr join_by_packing(const JoinOfMany& join, std::size_t own,
                                    const std::string& who) {
  std::vector<BlockType> types;
  JoinOperand packed;
  for (std::size_t x = 0; x < join.operands.size(); ++x) {
    if (x == own) continue;
    const JoinOperand& next = join.operands[x];
    require_packable(next.block(), who);
    types.push_back(next.block());
    if (!packed.node) {
      packed = next;
      continue;
    }
    JoinOfMany pair{
        "pack", packing(packed.block(), next.block()), {packed, next}, {}, packed_type()};
    pair.output = pair.labels();
    packed = {join_of_two(pair), pair.output};
  }
  JoinOfMany last = join;
  last.kernel = of_packed(join.kernel, own, types);
  last.operands = {join.operands[own], packed};
  return join_of_two(std::move(last));
}

}  // namespace relatile::detail
