// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/block_operator.hpp"

namespace relatile::tra {

/// The label of every key dimension of the two operands of a join: the left keys first, then the
/// right ones that are not joined.
struct JoinLabels {
  std::vector<int> left;
  std::vector<int> right;
  int count = 0;
};

RELATILE_INLINE JoinLabels join_labels(int left_arity, int right_arity,
                                       const std::vector<int>& on_left,
                                       const std::vector<int>& on_right);

/// Joins blocks whose keys agree on the given dimensions and combines each pair with `kernel`;
/// the output keys are the labels `by` (all of them, if the join stands alone), and pairs that
/// share an output key are combined by `aggregate`.
///
///   cost    one kernel call a pair; moves nothing (a logical operator)
///   errors  ShapeMismatch if the frontiers of a joined dimension differ, unless an operand has no
///           block at all
///   source  [tra21] section 2.1 (2)
RELATILE_INLINE NodePtr make_join(std::string name, const NodePtr& left, const NodePtr& right,
                                  const std::vector<int>& on_left, const std::vector<int>& on_right,
                                  const std::vector<int>& by, BlockType block, BlockKernel kernel,
                                  std::shared_ptr<const BlockCombine> aggregate);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/join.hpp"
#endif
