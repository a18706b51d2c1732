// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/tra/block_operator.hpp"

namespace relatile::detail {

/// What a join will be but for its kernel, which is still a type.
class PendingJoin {
 public:
  /// Asked for on the line of now, though it may lower on another one.
  RELATILE_INLINE PendingJoin(tra::NodePtr left, tra::NodePtr right, std::vector<int> on_left,
                              std::vector<int> on_right);

  /// The operator with its line, for errors.
  RELATILE_INLINE std::string step() const;
  /// The join alone, if it was made and is still there.
  tra::NodePtr living() const { return node_->lock(); }
  RELATILE_INLINE tra::NodePtr alone(BlockType block, BlockKernel kernel) const;
  /// The join whose kernel adds up what has one key among `groups`, as `combine` does.
  RELATILE_INLINE tra::NodePtr fused(BlockType block, BlockKernel kernel, BlockCombine combine,
                                     const std::vector<int>& groups) const;

 private:
  tra::NodePtr left_;
  tra::NodePtr right_;
  std::vector<int> on_left_;
  std::vector<int> on_right_;
  std::string where_;
  std::shared_ptr<std::weak_ptr<tra::Node>> node_;
};

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/expr/impl/pending_join.hpp"
#endif
