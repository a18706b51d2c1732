// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/error.hpp"
#include "relatile/plan/stages.hpp"
#include "relatile/tra/filter.hpp"
#include "relatile/tra/tile.hpp"
#include "relatile/tra/transform.hpp"

// local_filter and local_map as logical operators on every site. Kernels run on boxes of a relation
// without holes; where blocks lie otherwise, they get consecutive keys first and theirs back after:
// that renames blocks and copies nothing.

namespace relatile::plan {

/// Consecutive keys for tasks, those of the same sites together.
struct Consecutive {
  std::vector<std::size_t> order;  ///< the task that gets each key
  std::vector<Task> tasks;         ///< at their new keys
  std::vector<Box> iteration;

  Consecutive(const std::string& name, const std::vector<Task>& old, int num_sites)
      : order(by_sites(old)) {
    for (std::size_t p = 0; p < order.size(); ++p) {
      tasks.push_back({{static_cast<std::int64_t>(p)}, old[order[p]].sites});
    }
    auto boxes = iteration_of(tasks, num_sites, 1);
    if (!boxes) {
      throw UnsupportedPlan("relatile: " + name +
                            ": copies of the operand's blocks overlap between sites in a way that "
                            "can't be executed; put a shuf, a bcast or an exchange to a grid of "
                            "key ranges below it");
    }
    iteration = std::move(*boxes);
  }
};

namespace detail {

inline std::vector<Task> tasks_of(const PlacedNode& x) {
  std::vector<Task> tasks;
  const tra::RelationType& type = x.node->type;
  for (std::int64_t k = 0; k < type.num_keys(); ++k) {
    if (!type.has_key(k)) continue;
    tasks.push_back({key_from_linear_index(k, type.extents), x.sites.of(k)});
  }
  return tasks;
}

/// A kernel node over every block: `make(operand)` builds it, its keys are the operand's keys and
/// then perhaps one dimension more, whose values are 0 ... parts - 1.
template <class Make>
PlacedNode on_every_block(StageList& list, const PlacedNode& x, int parts, Make&& make) {
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
  StageList::Pairs there;
  for (std::size_t p = 0; p < consecutive.order.size(); ++p) {
    const Key& key = tasks[consecutive.order[p]].at;
    there.emplace_back(linear_index(key, type.extents), consecutive.tasks[p].at);
  }
  const PlacedNode y = list.renamed(x, there, 1, "consecutive");
  const PlacedNode z = with_parts(make(y.node), y.source, consecutive.tasks, consecutive.iteration);
  StageList::Pairs back;
  for (std::int64_t k = 0; k < z.node->type.num_keys(); ++k) {
    const Key made = key_from_linear_index(k, z.node->type.extents);
    Key key = tasks[consecutive.order[static_cast<std::size_t>(made[0])]].at;
    if (parts > 0) key.push_back(made[1]);
    back.emplace_back(k, key);
  }
  return list.renamed(z, back, type.rank() + (parts > 0 ? 1 : 0), "as before");
}

inline PlacedNode transformed(StageList& list, const PlacedNode& x, const KernelTo& kernel) {
  return on_every_block(list, x, 0, [&](const tra::NodePtr& node) {
    return tra::make_transform(kernel->name, node, kernel.block, *kernel);
  });
}

inline PlacedNode tiled(StageList& list, const PlacedNode& x, int dim, std::int64_t size,
                        int parts) {
  return on_every_block(list, x, parts, [&](const tra::NodePtr& node) {
    tra::NodePtr made = tra::make_tile(node, dim, size);
    RELATILE_ASSERT(made->labels.back() == parts || tra::has_no_blocks(made->type));
    return made;
  });
}

/// All parts of a map of several kernels in one block, one after the other along a new first axis.
inline KernelTo stacked(const BlockMap& map) {
  BlockKernel stack;
  stack.name = "stack";
  const auto kernels = map.kernels;
  stack.shape = [kernels](std::span<const Extents> operands) {
    Extents extents{static_cast<std::int64_t>(kernels.size())};
    for (auto extent : kernels[0]->shape(operands)) extents.push_back(extent);
    return extents;
  };
  stack.flops = [kernels](std::span<const Extents> operands) {
    Flops total;
    for (const auto& kernel : kernels) total += kernel->flops(operands);
    return total;
  };
  stack.run = [kernels, size = std::int64_t(map.block.element.size)](
                  std::span<const BlockRef> inputs, BlockRef out, bool) {
    Extents extents;
    for (int d = 1; d < out.extents.rank(); ++d) extents.push_back(out.extents[d]);
    auto* next = static_cast<std::byte*>(out.data);
    for (const auto& kernel : kernels) {
      kernel->run(inputs, {next, extents}, false);
      next += volume(extents) * size;
    }
  };
  BlockType block = map.block;
  ++block.rank;
  return kernel_to(std::move(stack), std::move(block));
}

/// A block of extent 1 along its first axis without that axis.
inline KernelTo unstacked(const BlockMap& map) {
  BlockKernel kernel;
  kernel.name = "unstack";
  kernel.shape = [](std::span<const Extents> operands) {
    Extents extents;
    for (int d = 1; d < operands[0].rank(); ++d) extents.push_back(operands[0][d]);
    return extents;
  };
  kernel.flops = [](std::span<const Extents> operands) { return Flops{volume(operands[0])}; };
  kernel.run = [size = std::size_t(map.block.element.size)](std::span<const BlockRef> inputs,
                                                            BlockRef out, bool) {
    const auto bytes = static_cast<std::size_t>(volume(out.extents)) * size;
    if (bytes > 0) std::memcpy(out.data, inputs[0].data, bytes);
  };
  return kernel_to(std::move(kernel), map.block);
}

}  // namespace detail

inline PlacedNode filter_stages(StageList& list, const Operator& op, const PlacedNode& x) {
  return list.add_key_map(x, tra::make_filter(x.node, op.predicate));
}

inline PlacedNode map_stages(StageList& list, const Operator& op, const PlacedNode& x) {
  PlacedNode parts = x;
  const int fan_out = op.keys.fan_out;
  const bool several = op.blocks.tile_dim >= 0 || op.blocks.kernels.size() > 1;
  if (op.blocks.tile_dim >= 0) {
    parts = detail::tiled(list, x, op.blocks.tile_dim, op.blocks.tile_size, fan_out);
  } else if (op.blocks.kernels.size() > 1) {
    parts = detail::transformed(list, x, detail::stacked(op.blocks));
    parts = detail::transformed(list, detail::tiled(list, parts, 0, 1, fan_out),
                                detail::unstacked(op.blocks));
  }
  StageList::Pairs pairs;
  const tra::RelationType& from = x.node->type;
  for (std::int64_t k = 0; k < from.num_keys(); ++k) {
    if (!from.has_key(k)) continue;
    const Key key = key_from_linear_index(k, from.extents);
    const std::vector<Key> keys = op.keys(key);
    for (std::size_t part = 0; part < keys.size(); ++part) {
      Key source = key;
      if (several) source.push_back(static_cast<std::int64_t>(part));
      pairs.emplace_back(linear_index(source, parts.node->type.extents), keys[part]);
    }
  }
  const PlacedNode made = list.renamed(parts, pairs, op.keys.arity, op.keys.name);
  if (several || op.blocks.kernels.empty()) return made;
  return detail::transformed(list, made, {op.blocks.kernels[0], op.blocks.block});
}

}  // namespace relatile::plan
