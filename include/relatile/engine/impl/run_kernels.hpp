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

/// The label of a product's columns, if to cut it spares copies: the left operand is read row by
/// row, and the right one has no rows that the result has, so that each stretch of the left one's
/// rows would take all of it. Otherwise, and for what is no product of two operands, -1.
inline int columns_to_cut(const tra::Node& node) {
  if (node.kind() != tra::Kind::contract || node.accesses.size() != 2) return -1;
  if (node.output.dims.empty() || node.output.dims.back().label < 0) return -1;
  const int columns = node.output.dims.back().label;
  const auto summed = [&](const AccessDim& dim) {
    return dim.label >= 0 && node.aggregates(dim.label);
  };
  const bool second_is_right = node.accesses[1].has_label(columns);
  const Access& right = node.accesses[second_is_right ? 1 : 0];
  const Access& left = node.accesses[second_is_right ? 0 : 1];
  if (left.has_label(columns) || left.dims.empty() || !summed(left.dims.back())) return -1;
  const auto is_known = [&](const AccessDim& dim) { return dim.label == columns || summed(dim); };
  return std::all_of(right.dims.begin(), right.dims.end(), is_known) ? columns : -1;
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
    return std::clamp<std::int64_t>(extents[l] / shortest_stretch, 1,
                                    flops / flops_between_messages + 1);
  };
  std::int64_t count = most_along(label);
  const int columns = detail::columns_to_cut(node);
  if (columns >= 0 && 2 * most_along(columns) >= count && most_along(columns) > 1) {
    label = columns;
    count = most_along(columns);
  }
  const auto begin_of = [&](std::int64_t i) {
    if (i == count) return extents[label];
    const Range even = even_part(extents[label], count, i);
    return even.low - even.low % shortest_stretch;
  };
  std::vector<Box> stretches;
  for (std::int64_t i = 0; i < count; ++i) {
    Box part = iteration;
    part.low[label] = iteration.low[label] + begin_of(i);
    part.high[label] = iteration.low[label] + begin_of(i + 1);
    stretches.push_back(part);
  }
  return stretches;
}

RELATILE_INLINE void run_array_step(const tra::Node& node, const plan::Slice& slice,
                                    const Box& iteration,
                                    const std::vector<const SiteData*>& inputs, SiteData& output,
                                    MovingMessages* messages) {
  if (iteration.empty()) {
    if (slice.index == 0) fill_pieces(node, output);
    return;
  }
  const bool begins = slice.index == 0 || !slice.adds;
  if (messages == nullptr) return run_array(node, iteration, inputs, output, begins);
  const std::vector<Box> stretches = stretches_of(node, iteration);
  const bool copies = node.kind() == tra::Kind::contract && stretches.size() > 1;
  const auto run_whole = [&] { run_array(node, iteration, inputs, output, begins); };
  if (copies && messages->move_beside(run_whole)) return;
  for (const Box& stretch : stretches) {
    run_array(node, stretch, inputs, output, begins);
    messages->move();
  }
}

RELATILE_INLINE void run_kernels(const tra::Node& node, const plan::Slice& slice,
                                 const Box& iteration, const std::vector<const SiteData*>& inputs,
                                 SiteData& output, MovingMessages* messages) {
  switch (node.kind()) {
    case tra::Kind::map:
    case tra::Kind::contract:
      return run_array_step(node, slice, iteration, inputs, output, messages);
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
      return run_on_pieces(node, slice, iteration, inputs, output, messages);
    case tra::Kind::rekey:
    case tra::Kind::filter:
    case tra::Kind::input: break;  // nothing to do
  }
}

}  // namespace relatile::engine
