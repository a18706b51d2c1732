// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/map_stages.hpp"

#include "relatile/core/assert.hpp"
#include "relatile/core/block.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/tra/block_operator.hpp"
#include "relatile/tra/tile.hpp"
#include "relatile/tra/transform.hpp"

namespace relatile::plan {

RELATILE_INLINE Consecutive::Consecutive(const std::string& name, const std::vector<Task>& old,
                                         int num_sites)
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

}  // namespace relatile::plan

namespace relatile::plan::detail {

RELATILE_INLINE std::vector<Task> tasks_of(const PlacedNode& x) {
  std::vector<Task> tasks;
  const tra::RelationType& type = x.node->type;
  for (std::int64_t k = 0; k < type.num_keys(); ++k) {
    if (!type.has_key(k)) continue;
    tasks.push_back({key_from_linear_index(k, type.extents), x.sites.of(k)});
  }
  return tasks;
}

RELATILE_INLINE PlacedNode transformed(LocalStepList& list, const PlacedNode& x,
                                       const KernelTo& kernel) {
  return on_every_block(list, x, 0, [&](const tra::NodePtr& node) {
    return tra::make_transform(kernel->name, node, kernel.block, *kernel);
  });
}

RELATILE_INLINE PlacedNode tiled(LocalStepList& list, const PlacedNode& x, int dim,
                                 std::int64_t size, int parts) {
  return on_every_block(list, x, parts, [&](const tra::NodePtr& node) {
    tra::NodePtr made = tra::make_tile(node, dim, size);
    RELATILE_ASSERT(made->labels.back() == parts || tra::has_no_blocks(made->type));
    return made;
  });
}

RELATILE_INLINE KernelTo stacked(const BlockMap& map) {
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

RELATILE_INLINE KernelTo unstacked(const BlockMap& map) {
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

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE PlacedNode map_stages(LocalStepList& list, const Operator& op,
                                      const PlacedNode& x) {
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
  LocalStepList::Pairs pairs;
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
