// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/pending_join.hpp"

#include <numeric>
#include <utility>

#include "relatile/core/source_line.hpp"
#include "relatile/kernel/blocks/block_kernel.hpp"
#include "relatile/tra/join.hpp"

namespace relatile::detail {

RELATILE_INLINE PendingJoin::PendingJoin(tra::NodePtr left, tra::NodePtr right,
                                         std::vector<int> on_left, std::vector<int> on_right)
    : left_(std::move(left)),
      right_(std::move(right)),
      on_left_(std::move(on_left)),
      on_right_(std::move(on_right)),
      where_(AskedFrom::text()),
      node_(std::make_shared<std::weak_ptr<tra::Node>>()) {}

RELATILE_INLINE std::string PendingJoin::step() const { return kernel::on_line("join", where_); }

RELATILE_INLINE tra::NodePtr PendingJoin::alone(BlockType block, BlockKernel kernel) const {
  const std::size_t arity =
      static_cast<std::size_t>(left_->type.rank() + right_->type.rank()) - on_left_.size();
  std::vector<int> all(arity);
  std::iota(all.begin(), all.end(), 0);
  const tra::NodePtr node = tra::make_join("join", left_, right_, on_left_, on_right_, all,
                                           std::move(block), std::move(kernel), nullptr);
  if (!where_.empty()) node->where = where_;
  *node_ = node;
  return node;
}

RELATILE_INLINE tra::NodePtr PendingJoin::fused(BlockType block, BlockKernel kernel,
                                                BlockCombine combine,
                                                const std::vector<int>& groups) const {
  if (!combine.anonymous) kernel.accumulates = combine.name;
  return tra::make_join("join+aggregate", left_, right_, on_left_, on_right_, groups,
                        std::move(block), std::move(kernel),
                        std::make_shared<const BlockCombine>(std::move(combine)));
}

}  // namespace relatile::detail
