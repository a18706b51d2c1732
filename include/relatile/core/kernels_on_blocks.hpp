// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/kernel.hpp"

// One kernel on blocks of several types: what a rule needs that moves a kernel past one that
// changes the blocks, as the sum in diag(X + Y).

namespace relatile {

/// True if blocks of one type can be read as blocks of the other.
inline bool same_blocks(const BlockType& a, const BlockType& b) {
  if (a.object || b.object) return a.object && b.object && a.object->name == b.object->name;
  return a.element == b.element && a.rank == b.rank;
}

namespace detail {

/// The extents that an elementwise kernel of rank `rank` is shown for a block of other rank.
inline Extents folded(const Extents& extents, int rank) {
  Extents result = Extents::filled(rank, 1);
  result[0] = volume(extents);
  return result;
}

}  // namespace detail

/// The same kernel on blocks of another type, if it is known to mean the same there: as it is if
/// the blocks are the same, shown other extents if it is elementwise and only the rank differs.
inline std::optional<BlockCombine> on_blocks(const BlockCombine& combine, const BlockType& from,
                                             const BlockType& to) {
  if (same_blocks(from, to)) return combine;
  if (!combine.laws.elementwise || from.object || to.object || !(from.element == to.element)) {
    return std::nullopt;
  }
  BlockCombine result = combine;
  result.run = [run = combine.run, rank = from.rank, size = std::int64_t(from.element.size)](
                   BlockRef accumulator, BlockRef block) {
    if (rank > 0) {
      const Extents seen = detail::folded(block.extents, rank);
      return run({accumulator.data, seen}, {block.data, seen});
    }
    for (std::int64_t i = 0; i < volume(block.extents); ++i) {
      run({static_cast<std::byte*>(accumulator.data) + i * size, {}},
          {static_cast<std::byte*>(block.data) + i * size, {}});
    }
  };
  return result;
}

/// The same for a kernel of operands that all are blocks of type `from`, and so is its result.
inline std::optional<BlockKernel> on_blocks(const BlockKernel& kernel, const BlockType& from,
                                            const BlockType& to) {
  if (same_blocks(from, to)) return kernel;
  if (!kernel.laws.elementwise || from.object || to.object || !(from.element == to.element)) {
    return std::nullopt;
  }
  BlockKernel result = kernel;
  result.shape = [name = kernel.name](std::span<const Extents> operands) {
    for (const auto& extents : operands) {
      if (extents == operands[0]) continue;
      throw ShapeMismatch("relatile: kernel " + name + ": blocks of shapes " +
                          to_string(operands[0]) + " and " + to_string(extents) +
                          "; they must be equal");
    }
    return operands[0];
  };
  result.flops = [flops = kernel.flops, rank = from.rank](std::span<const Extents> operands) {
    std::vector<Extents> seen;
    for (const auto& extents : operands) {
      seen.push_back(rank > 0 ? detail::folded(extents, rank) : Extents{});
    }
    const std::int64_t calls = rank > 0 ? 1 : volume(operands[0]);
    return calls * flops(seen);
  };
  result.run = [run = kernel.run, rank = from.rank, size = std::int64_t(from.element.size)](
                   std::span<const BlockRef> inputs, BlockRef out, bool accumulate) {
    std::vector<BlockRef> seen(inputs.begin(), inputs.end());
    if (rank > 0) {
      const Extents extents = detail::folded(out.extents, rank);
      for (auto& block : seen) block.extents = extents;
      return run(seen, {out.data, extents}, accumulate);
    }
    for (auto& block : seen) block.extents = {};
    for (std::int64_t i = 0; i < volume(out.extents); ++i) {
      run(seen, {static_cast<std::byte*>(out.data) + i * size, {}}, accumulate);
      for (auto& block : seen) block.data = static_cast<std::byte*>(block.data) + size;
    }
  };
  return result;
}

}  // namespace relatile
