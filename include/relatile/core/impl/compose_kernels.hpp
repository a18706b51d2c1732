// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/compose_kernels.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/core/memory.hpp"

namespace relatile::detail {

inline std::vector<Extents> extents_of(std::span<const BlockRef> blocks) {
  std::vector<Extents> extents;
  for (const auto& block : blocks) extents.push_back(block.extents);
  return extents;
}

inline std::vector<std::string> in_both(const std::vector<std::string>& a,
                                        const std::vector<std::string>& b) {
  std::vector<std::string> both;
  for (const auto& name : a) {
    if (std::find(b.begin(), b.end(), name) != b.end()) both.push_back(name);
  }
  return both;
}

}  // namespace relatile::detail

namespace relatile {

RELATILE_INLINE BlockKernel compose(const BlockKernel& outer, const BlockKernel& inner,
                                    const BlockType& middle) {
  BlockKernel composed;
  composed.name = outer.name + "." + inner.name;
  composed.anonymous = outer.anonymous || inner.anonymous;
  composed.laws.zero_preserving = outer.laws.zero_preserving && inner.laws.zero_preserving;
  composed.laws.distributes_over =
      detail::in_both(outer.laws.distributes_over, inner.laws.distributes_over);
  composed.accumulates = outer.accumulates;
  const detail::CachedShape inner_shape(inner.shape);
  composed.shape = [outer, inner_shape](std::span<const Extents> operands) {
    const Extents made = inner_shape(operands);
    return outer.shape({&made, 1});
  };
  if (outer.object_bytes) {
    composed.object_bytes = [outer, inner_shape](std::span<const Extents> operands) {
      const Extents made = inner_shape(operands);
      return outer.object_bytes({&made, 1});
    };
  }
  composed.flops = [outer, inner, inner_shape](std::span<const Extents> operands) {
    const Extents made = inner_shape(operands);
    return inner.flops(operands) + outer.flops({&made, 1});
  };
  composed.run = [outer, inner, inner_shape, middle](std::span<const BlockRef> inputs, BlockRef out,
                                                     bool accumulate) {
    const detail::ScratchBlock scratch(middle, inner_shape(detail::extents_of(inputs)));
    inner.run(inputs, scratch.ref(), false);
    const BlockRef made = scratch.ref();
    outer.run({&made, 1}, out, accumulate);
  };
  return composed;
}

RELATILE_INLINE BlockKernel compose_operands(const BlockKernel& outer,
                                             const std::vector<BlockKernel>& inner,
                                             const std::vector<BlockType>& middle) {
  std::vector<std::optional<detail::CachedShape>> shapes;
  BlockKernel composed;
  composed.name = outer.name;
  composed.anonymous = outer.anonymous;
  composed.laws.zero_preserving = outer.laws.zero_preserving;
  composed.accumulates = outer.accumulates;
  std::string names;
  for (const auto& kernel : inner) {
    names += (names.empty() ? "" : ", ") + (kernel.run ? kernel.name : "_");
    shapes.emplace_back();
    if (!kernel.run) continue;
    shapes.back().emplace(kernel.shape);
    composed.anonymous = composed.anonymous || kernel.anonymous;
    composed.laws.zero_preserving = composed.laws.zero_preserving && kernel.laws.zero_preserving;
  }
  composed.name += "(" + names + ")";
  const auto made_by = [shapes](std::span<const Extents> operands) {
    std::vector<Extents> made(operands.begin(), operands.end());
    for (std::size_t x = 0; x < made.size(); ++x) {
      if (shapes[x]) made[x] = (*shapes[x])(operands.subspan(x, 1));
    }
    return made;
  };
  composed.shape = [outer, made_by](std::span<const Extents> operands) {
    return outer.shape(made_by(operands));
  };
  if (outer.object_bytes) {
    composed.object_bytes = [outer, made_by](std::span<const Extents> operands) {
      return outer.object_bytes(made_by(operands));
    };
  }
  composed.flops = [outer, inner, made_by](std::span<const Extents> operands) {
    Flops total = outer.flops(made_by(operands));
    for (std::size_t x = 0; x < inner.size(); ++x) {
      if (inner[x].run) total += inner[x].flops(operands.subspan(x, 1));
    }
    return total;
  };
  composed.run = [outer, inner, made_by, middle](std::span<const BlockRef> inputs, BlockRef out,
                                                 bool accumulate) {
    const std::vector<Extents> extents = made_by(detail::extents_of(inputs));
    std::vector<detail::ScratchBlock> scratch;
    scratch.reserve(inputs.size());
    std::vector<BlockRef> operands(inputs.begin(), inputs.end());
    for (std::size_t x = 0; x < inputs.size(); ++x) {
      if (!inner[x].run) continue;
      scratch.emplace_back(middle[x], extents[x]);
      operands[x] = scratch.back().ref();
      inner[x].run(inputs.subspan(x, 1), operands[x], false);
    }
    outer.run(operands, out, accumulate);
  };
  return composed;
}

RELATILE_INLINE BlockKernel accumulating(const BlockKernel& kernel, const BlockCombine& combine,
                                         const BlockType& block) {
  BlockKernel result = kernel;
  if (!combine.anonymous && kernel.accumulates == combine.name) return result;
  result.accumulates = combine.anonymous ? "" : combine.name;
  result.run = [kernel, combine, block](std::span<const BlockRef> inputs, BlockRef out,
                                        bool accumulate) {
    if (!accumulate) return kernel.run(inputs, out, false);
    const detail::ScratchBlock scratch(block, out.extents);
    kernel.run(inputs, scratch.ref(), false);
    combine.run(out, scratch.ref());
  };
  return result;
}

}  // namespace relatile
