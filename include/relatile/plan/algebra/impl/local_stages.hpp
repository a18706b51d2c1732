// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/local_stages.hpp"

#include <string>
#include <utility>

#include "relatile/core/compose_kernels.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/plan/algebra/local_aggregate.hpp"
#include "relatile/plan/algebra/map_stages.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/sites.hpp"
#include "relatile/tra/aggregate.hpp"
#include "relatile/tra/concat.hpp"
#include "relatile/tra/join.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::plan::detail {

RELATILE_INLINE JoinTasks join_tasks(const Operator& op, const JoinSpace& space) {
  JoinTasks pairs;
  const Operator& left = op.input(0);
  const Operator& right = op.input(1);
  for_each_pair(left, right, space, [&](const Key& at, std::int64_t l, std::int64_t r) {
    pairs.tasks.push_back({at, common_sites(left.sites.of(l), right.sites.of(r))});
    pairs.left.push_back(l);
    pairs.right.push_back(r);
  });
  return pairs;
}

RELATILE_INLINE std::vector<int> all_dims(int count) {
  std::vector<int> dims;
  for (int d = 0; d < count; ++d) dims.push_back(d);
  return dims;
}

RELATILE_INLINE std::optional<std::vector<Box>> direct_iteration(const Operator& op,
                                                                 const JoinTasks& pairs,
                                                                 const JoinSpace& space) {
  if (!is_closed(op.input(0).type) || !is_closed(op.input(1).type)) return std::nullopt;
  return iteration_of(pairs.tasks, op.sites.num_sites, space.labels.count);
}

RELATILE_INLINE PlacedNode join_stages(LocalStepList& list, const Operator& op,
                                       const PlacedNode& left, const PlacedNode& right) {
  const JoinSpace space = join_space(op.input(0), op.input(1), op.on_left, op.on_right);
  const JoinTasks pairs = join_tasks(op, space);
  const std::string& name = op.kernel->name;
  PlacedNode joined;
  LocalStepList::Pairs back;
  if (auto boxes = direct_iteration(op, pairs, space)) {
    joined = list.add_kernel(
        tra::make_join(name, left.node, right.node, op.on_left, op.on_right,
                       all_dims(space.labels.count), op.kernel.block, *op.kernel, nullptr),
        {left.source, right.source}, pairs.tasks, std::move(*boxes));
    for (const auto& task : pairs.tasks) {
      back.emplace_back(linear_index(task.at, joined.node->type.extents), op.keys(task.at)[0]);
    }
  } else {
    const Consecutive consecutive(name_of(op.kind), pairs.tasks, list.num_sites());
    LocalStepList::Pairs left_keys;
    LocalStepList::Pairs right_keys;
    for (std::size_t p = 0; p < consecutive.order.size(); ++p) {
      const std::size_t task = consecutive.order[p];
      left_keys.emplace_back(pairs.left[task], consecutive.tasks[p].at);
      right_keys.emplace_back(pairs.right[task], consecutive.tasks[p].at);
      back.emplace_back(static_cast<std::int64_t>(p), op.keys(pairs.tasks[task].at)[0]);
    }
    const PlacedNode l = list.renamed(left, left_keys, 1, "pairs");
    const PlacedNode r = list.renamed(right, right_keys, 1, "pairs");
    joined = list.add_kernel(
        tra::make_join(name, l.node, r.node, {0}, {0}, {0}, op.kernel.block, *op.kernel, nullptr),
        {l.source, r.source}, consecutive.tasks, consecutive.iteration);
  }
  return list.renamed(joined, back, op.keys.arity, op.keys.name);
}

RELATILE_INLINE tra::NodePtr aggregate_node(const Operator& op, const tra::NodePtr& x,
                                            const std::vector<int>& by) {
  const std::string& name = op.combine->name;
  if (!op.prepare) return tra::make_aggregate(name, x, by, *op.combine);
  return tra::make_map_aggregate(op.prepare->name + "." + name, x, by, op.prepare.block,
                                 *op.prepare, *op.combine);
}

RELATILE_INLINE PlacedNode regrouped_stages(LocalStepList& list, const Operator& op,
                                            const PlacedNode& x) {
  struct Member {
    std::vector<int> sites;
    std::int64_t key;
  };
  std::vector<Task> groups;
  std::vector<std::vector<Member>> members;
  for (const auto& [key, linear_keys] : groups_of(op.input().type, op.by)) {
    groups.push_back({key, op.sites.of(linear_index(key, op.type.extents))});
    members.emplace_back();
    for (std::int64_t k : linear_keys) members.back().push_back({op.input().sites.of(k), k});
    if (op.partial()) {
      sort_stably(members.back(),
                  [](const Member& a, const Member& b) { return a.sites < b.sites; });
    }
  }
  const std::vector<std::size_t> order = by_sites(groups);
  LocalStepList::Pairs there;
  LocalStepList::Pairs back;
  std::vector<Task> tasks;
  bool regular = true;
  for (std::size_t g = 0; g < order.size(); ++g) {
    const auto& group = members[order[g]];
    regular = regular && group.size() == members[0].size();
    for (std::size_t m = 0; m < group.size(); ++m) {
      const Key at{static_cast<std::int64_t>(g), static_cast<std::int64_t>(m)};
      there.emplace_back(group[m].key, at);
      tasks.push_back({at, group[m].sites});
    }
    back.emplace_back(static_cast<std::int64_t>(g), groups[order[g]].at);
  }
  auto boxes = iteration_of(tasks, list.num_sites(), 2);
  if (!regular || !boxes) {
    throw UnsupportedPlan(
        "relatile: local_aggregate by dimensions " + dims_text(op.by) + ": " +
        (regular ? "the blocks of a group lie on sites in no order of their keys"
                 : "groups of different numbers of blocks: the operand has holes inside them") +
        "; " + (regular ? "shuf the operand by the grouped dimensions" : "rekey it without holes"));
  }
  const PlacedNode y = list.renamed(x, there, 2, "groups");
  const tra::NodePtr node =
      op.combine ? aggregate_node(op, y.node, {0}) : tra::make_concat(y.node, 1, op.concat_dim);
  const PlacedNode made = list.add_kernel(node, {y.source}, tasks, std::move(*boxes));
  return list.renamed(made, back, static_cast<int>(op.by.size()), "as before");
}

RELATILE_INLINE PlacedNode aggregate_stages(LocalStepList& list, const Operator& op,
                                            const PlacedNode& x) {
  const tra::RelationType& from = op.input().type;
  PlacedNode made = x;
  if (op.combine && static_cast<int>(op.by.size()) == from.rank()) {
    // Every group is one block; contributions were combined on arrival.
    LocalStepList::Pairs pairs;
    for (std::int64_t k = 0; k < from.num_keys(); ++k) {
      if (!from.has_key(k)) continue;
      pairs.emplace_back(k, picked(key_from_linear_index(k, from.extents), op.by));
    }
    made = list.renamed(x, pairs, from.rank(), "regrouped");
    if (op.prepare) made = transformed(list, made, op.prepare);
  } else {
    const std::vector<Task> tasks = tasks_of(x);
    auto boxes =
        is_closed(from) ? iteration_of(tasks, list.num_sites(), from.rank()) : std::nullopt;
    if (boxes) {
      made = list.add_kernel(op.combine ? aggregate_node(op, x.node, op.by)
                                        : tra::make_concat(x.node, op.concat_key, op.concat_dim),
                             {x.source}, tasks, std::move(*boxes));
    } else {
      made = regrouped_stages(list, op, x);
    }
  }
  return op.finish ? transformed(list, made, op.finish) : made;
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE LocalStages local_stages(const Operator& op,
                                         const std::vector<PlacedNode>& operands) {
  LocalStepList list(op.sites.num_sites);
  LocalStages made;
  switch (op.kind) {
    case OperatorKind::local_join:
      made.result = detail::join_stages(list, op, operands[0], operands[1]);
      break;
    case OperatorKind::local_aggregate:
      made.result = detail::aggregate_stages(list, op, operands[0]);
      break;
    case OperatorKind::local_filter: made.result = filter_stages(list, op, operands[0]); break;
    case OperatorKind::local_map: made.result = map_stages(list, op, operands[0]); break;
    default: made.result = operands[0]; break;
  }
  made.stages = list.take();
  return made;
}

RELATILE_INLINE std::unordered_set<const Operator*> fused_joins(
    const std::vector<OperatorPtr>& roots) {
  const std::vector<OperatorPtr> order = operators_of(roots);
  const auto readers = count_readers(order, roots);
  std::unordered_set<const Operator*> fused;
  for (const auto& op : order) {
    if (op->kind != OperatorKind::local_aggregate || !op->combine) continue;
    const Operator& join = op->input();
    if (join.kind != OperatorKind::local_join || readers.at(&join) > 1) continue;
    if (!join.keys.is_identity() || op->prepare || op->finish) continue;
    const JoinSpace space = join_space(join.input(0), join.input(1), join.on_left, join.on_right);
    if (detail::direct_iteration(join, detail::join_tasks(join, space), space)) fused.insert(&join);
  }
  return fused;
}

RELATILE_INLINE LocalStages fused_stages(const Operator& aggregate,
                                         const std::vector<PlacedNode>& operands) {
  const Operator& join = aggregate.input();
  const JoinSpace space = join_space(join.input(0), join.input(1), join.on_left, join.on_right);
  const detail::JoinTasks pairs = detail::join_tasks(join, space);
  LocalStepList list(join.sites.num_sites);
  LocalStages made;
  const KernelTo& kernel = join.kernel;
  made.result = list.add_kernel(
      tra::make_join(kernel->name + "+" + aggregate.combine->name, operands[0].node,
                     operands[1].node, join.on_left, join.on_right, aggregate.by, kernel.block,
                     accumulating(*kernel, *aggregate.combine, kernel.block), aggregate.combine),
      {operands[0].source, operands[1].source}, pairs.tasks,
      *detail::direct_iteration(join, pairs, space));
  made.stages = list.take();
  return made;
}

}  // namespace relatile::plan
