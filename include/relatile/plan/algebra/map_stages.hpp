// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/plan/algebra/stages.hpp"
#include "relatile/tra/filter.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

// local_filter and local_map as logical operators on every site. Kernels run on boxes of a relation
// without holes; where blocks lie otherwise, they get consecutive keys first and theirs back after:
// that renames blocks and copies nothing.

namespace relatile::plan {

/// Consecutive keys for tasks, those of the same sites together.
struct Consecutive {
  std::vector<std::size_t> order;  ///< the task that gets each key
  std::vector<Task> tasks;         ///< at their new keys
  std::vector<Box> iteration;

  Consecutive(const std::string& name, const std::vector<Task>& old, int num_sites);
};

namespace detail {

RELATILE_INLINE std::vector<Task> tasks_of(const PlacedNode& x);

/// A kernel node over every block: `make(operand)` builds it, its keys are the operand's keys and
/// then perhaps one dimension more, whose values are 0 ... parts - 1.
template <class Make>
PlacedNode on_every_block(LocalStepList& list, const PlacedNode& x, int parts, Make&& make) {
  const std::vector<Task> tasks = tasks_of(x);
  const tra::RelationType& type = x.node->type;
  const auto with_parts = [&](const tra::NodePtr& node, int from, std::vector<Task> some,
                              std::vector<Box> boxes) {
    if (parts == 0) return list.add_kernel(node, {from}, some, std::move(boxes));
    for (auto& box : boxes) {
      box.low.push_back(0);
      box.high.push_back(parts);
    }
    std::vector<Task> all;
    for (auto& task : some) {
      for (int part = 0; part < parts; ++part) {
        all.push_back(task);
        all.back().at.push_back(part);
      }
    }
    return list.add_kernel(node, {from}, all, std::move(boxes));
  };
  if (is_closed(type)) {
    if (auto boxes = iteration_of(tasks, list.num_sites(), type.rank())) {
      return with_parts(make(x.node), x.source, tasks, std::move(*boxes));
    }
  }
  const Consecutive consecutive(name_of(OperatorKind::local_map), tasks, list.num_sites());
  LocalStepList::Pairs there;
  for (std::size_t p = 0; p < consecutive.order.size(); ++p) {
    const Key& key = tasks[consecutive.order[p]].at;
    there.emplace_back(linear_index(key, type.extents), consecutive.tasks[p].at);
  }
  const PlacedNode y = list.renamed(x, there, 1, "consecutive");
  const PlacedNode z = with_parts(make(y.node), y.source, consecutive.tasks, consecutive.iteration);
  LocalStepList::Pairs back;
  for (std::int64_t k = 0; k < z.node->type.num_keys(); ++k) {
    const Key made = key_from_linear_index(k, z.node->type.extents);
    Key key = tasks[nth(consecutive.order, made[0])].at;
    if (parts > 0) key.push_back(made[1]);
    back.emplace_back(k, key);
  }
  return list.renamed(z, back, type.rank() + (parts > 0 ? 1 : 0), "as before");
}

RELATILE_INLINE PlacedNode transformed(LocalStepList& list, const PlacedNode& x,
                                       const KernelTo& kernel);

RELATILE_INLINE PlacedNode tiled(LocalStepList& list, const PlacedNode& x, int dim,
                                 std::int64_t size, int parts);

/// All parts of a map of several kernels in one block, one after the other along a new first axis.
RELATILE_INLINE KernelTo stacked(const BlockMap& map);

/// A block of extent 1 along its first axis without that axis.
RELATILE_INLINE KernelTo unstacked(const BlockMap& map);

}  // namespace detail

inline PlacedNode filter_stages(LocalStepList& list, const Operator& op, const PlacedNode& x) {
  return list.add_key_map(x, tra::make_filter(x.node, op.predicate));
}

RELATILE_INLINE PlacedNode map_stages(LocalStepList& list, const Operator& op, const PlacedNode& x);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/map_stages.hpp"
#endif
