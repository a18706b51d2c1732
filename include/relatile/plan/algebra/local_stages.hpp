// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <unordered_set>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/plan/algebra/local_join.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/plan/algebra/stages.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::plan {

/// The sequence of logical operators that executes a local operator, and where each runs.
struct LocalStages {
  std::vector<LocalStep> stages;
  PlacedNode result;  ///< an operand, if there was nothing to do
};

namespace detail {

/// The pairs that a join computes, and where.
struct JoinTasks {
  std::vector<Task> tasks;
  std::vector<std::int64_t> left;  ///< linear keys
  std::vector<std::int64_t> right;
};

RELATILE_INLINE JoinTasks join_tasks(const Operator& op, const JoinSpace& space);

RELATILE_INLINE std::vector<int> all_dims(int count);

/// The boxes of pairs that every site combines, if the join can be executed on its own keys.
RELATILE_INLINE std::optional<std::vector<Box>> direct_iteration(const Operator& op,
                                                                 const JoinTasks& pairs,
                                                                 const JoinSpace& space);

RELATILE_INLINE PlacedNode join_stages(LocalStepList& list, const Operator& op,
                                       const PlacedNode& left, const PlacedNode& right);

RELATILE_INLINE tra::NodePtr aggregate_node(const Operator& op, const tra::NodePtr& x,
                                            const std::vector<int>& by);

/// Groups as the first key dimension and their members as the second: how aggregates run where the
/// operand has holes or lies in no boxes.
RELATILE_INLINE PlacedNode regrouped_stages(LocalStepList& list, const Operator& op,
                                            const PlacedNode& x);

RELATILE_INLINE PlacedNode aggregate_stages(LocalStepList& list, const Operator& op,
                                            const PlacedNode& x);

}  // namespace detail

/// How a local operator is executed on operands that are where `op` says.
RELATILE_INLINE LocalStages local_stages(const Operator& op,
                                         const std::vector<PlacedNode>& operands);

/// The joins that are executed together with the local_aggregate above them, in one pass, so that
/// no block is made for the pairs: nobody else reads them, and they need not rename blocks first.
RELATILE_INLINE std::unordered_set<const Operator*> fused_joins(
    const std::vector<OperatorPtr>& roots);

/// A local_aggregate and the join below it, one of `fused_joins`, on the join's operands.
RELATILE_INLINE LocalStages fused_stages(const Operator& aggregate,
                                         const std::vector<PlacedNode>& operands);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/local_stages.hpp"
#endif
