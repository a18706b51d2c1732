// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/run_kernels.hpp"

#include <algorithm>

#include "relatile/core/extents.hpp"
#include "relatile/engine/local_array.hpp"
#include "relatile/engine/local_blocks.hpp"
#include "relatile/engine/local_pieces.hpp"
#include "relatile/engine/local_rearrange.hpp"

namespace relatile::engine {

namespace detail {

/// The label of a product's columns, if the operand that has no columns is read row by row; -1 if
/// it is not, or for what is no product of two operands.
inline int columns_of_rows(const tra::Node& node) {
  if (node.kind() != tra::Kind::contract || node.accesses.size() != 2) return -1;
  if (node.output.dims.empty()) return -1;
  const int columns = node.output.dims.back().label;
  if (columns < 0) return -1;
  for (const Access& left : node.accesses) {
    if (left.has_label(columns) || left.dims.empty()) continue;
    const int inner = left.dims.back().label;
    if (inner >= 0 && node.aggregates(inner)) return columns;
  }
  return -1;
}

inline int longest_label_of_result(const tra::Node& node, const Extents& extents) {
  int longest = -1;
  for (int l = 0; l < extents.rank(); ++l) {
    if (!node.aggregates(l) && (longest < 0 || extents[l] > extents[longest])) longest = l;
  }
  return longest;
}

}  // namespace detail

RELATILE_INLINE std::vector<Box> stretches_of(const tra::Node& node, const Box& iteration) {
  const Extents extents = iteration.extents();
  int label = detail::longest_label_of_result(node, extents);
  if (label < 0) return {iteration};
  const std::int64_t flops =
      iteration.count() * std::max<std::int64_t>(node.flops_per_element().value, 1);
  const auto most_along = [&](int l) {
    return std::clamp<std::int64_t>(extents[l] / fewest_rows, 1,
                                    flops / flops_between_messages + 1);
  };
  std::int64_t count = most_along(label);
  const int columns = detail::columns_of_rows(node);
  if (columns >= 0 && 4 * most_along(columns) >= count) {
    label = columns;
    count = most_along(columns);
  }
  std::vector<Box> stretches;
  for (std::int64_t i = 0; i < count; ++i) {
    const Range range = even_part(extents[label], static_cast<int>(count), static_cast<int>(i));
    Box part = iteration;
    part.low[label] = iteration.low[label] + range.low;
    part.high[label] = iteration.low[label] + range.high;
    stretches.push_back(part);
  }
  return stretches;
}

RELATILE_INLINE void run_array_step(const tra::Node& node, const plan::Slice& slice,
                                    const Box& iteration,
                                    const std::vector<const SiteData*>& inputs, SiteData& output,
                                    const std::function<void()>& between) {
  if (iteration.empty()) {
    if (slice.index == 0) fill_pieces(node, output);
    return;
  }
  const bool begins = slice.index == 0 || !slice.adds;
  if (!between) return run_array(node, iteration, inputs, output, begins);
  for (const Box& stretch : stretches_of(node, iteration)) {
    run_array(node, stretch, inputs, output, begins);
    between();
  }
}

RELATILE_INLINE void run_kernels(const tra::Node& node, const plan::Slice& slice,
                                 const Box& iteration, const std::vector<const SiteData*>& inputs,
                                 SiteData& output, const std::function<void()>& between) {
  switch (node.kind()) {
    case tra::Kind::map:
    case tra::Kind::contract:
      return run_array_step(node, slice, iteration, inputs, output, between);
    case tra::Kind::blocks: return run_blocks(node, iteration, *inputs[0], output);
    case tra::Kind::unblocks: return run_unblocks(node, iteration, *inputs[0], output);
    case tra::Kind::join:
    case tra::Kind::aggregate:
    case tra::Kind::transform: {
      const bool adds = slice.index > 0 && slice.adds;
      return run_block_kernel(node, iteration, inputs, output, adds);
    }
    case tra::Kind::tile: return run_tile(node, iteration, *inputs[0], output);
    case tra::Kind::concat: return run_concat(node, iteration, *inputs[0], output);
    case tra::Kind::reshape:
      if (!iteration.empty()) run_reshape(node, iteration, *inputs[0], output);
      break;
    case tra::Kind::assemble:
      if (!iteration.empty()) run_assemble(node, iteration, inputs, output);
      break;
    case tra::Kind::along_axis:
      if (!iteration.empty()) run_along_axis(node, iteration, inputs, output);
      break;
    case tra::Kind::on_pieces:
      return run_on_pieces(node, slice, iteration, inputs, output, between);
    case tra::Kind::rekey:
    case tra::Kind::filter:
    case tra::Kind::input: break;  // nothing to do
  }
}

}  // namespace relatile::engine
