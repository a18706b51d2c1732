// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/engine/combine_region.hpp"
#include "relatile/kernel/run_program.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/runtime/parallel_for.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::engine {

/// Work (points of label space times flops) below which a second thread does not pay.
inline constexpr std::int64_t work_per_thread = 1 << 15;
/// Bytes of a result of which every thread may have an accumulator of its own: what fits its cache.
inline constexpr std::int64_t accumulator_per_thread = 1 << 18;

/// The call that computes an array node's piece on one site.
inline LocalCall local_call(const tra::Node& node, const Box& iteration,
                            const std::vector<const SiteData*>& inputs, const ArrayPiece& output) {
  LocalCall call;
  call.labels = iteration;
  const int num_labels = node.labels.rank();
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    const Access& access = node.accesses[x];
    const ArrayPiece* piece = inputs[x]->piece_holding(access.image(iteration));
    RELATILE_ASSERT(piece != nullptr);
    const std::int64_t size = std::int64_t(node.inputs[x]->type.block.element.size);
    call.inputs.push_back(
        {piece->data.get() + offset_in(piece->box, access.coordinate(iteration.low)) * size,
         access.label_strides(row_major_strides(piece->box.extents()), num_labels)});
  }
  const std::int64_t size = std::int64_t(node.type.block.element.size);
  call.output =
      output.data.get() + offset_in(output.box, node.output.coordinate(iteration.low)) * size;
  call.output_strides =
      node.output.label_strides(row_major_strides(output.box.extents()), num_labels);
  for (int l = 0; l < num_labels; ++l) {
    call.aggregated[static_cast<std::size_t>(l)] = node.aggregates(l);
  }
  return call;
}

inline void run_kernel(const tra::Node& node, const LocalCall& call) {
  if (node.array_kernel) {
    node.array_kernel(call);
  } else {
    kernel::run_program(*node.program, node.reduction.get(), call);
  }
}

/// The part of a call whose label `label` runs over `range` (relative to the call's box).
inline LocalCall sub_call(const tra::Node& node, const LocalCall& call, int label, Range range) {
  LocalCall part = call;
  part.labels.low[label] = call.labels.low[label] + range.low;
  part.labels.high[label] = call.labels.low[label] + range.high;
  for (std::size_t x = 0; x < part.inputs.size(); ++x) {
    const std::int64_t size = std::int64_t(node.inputs[x]->type.block.element.size);
    part.inputs[x].data += range.low * call.inputs[x].strides[label] * size;
  }
  part.output +=
      range.low * call.output_strides[label] * std::int64_t(node.type.block.element.size);
  return part;
}

/// Runs a call on threads that each have an accumulator, along a summed label; combined in order.
inline void run_summed(const tra::Node& node, const LocalCall& call, const ArrayPiece& output,
                       int tasks, int label) {
  const Box made = node.output.image(call.labels);
  if (call.begins) fill_identity(*node.reduction, output, made);
  const std::int64_t extent = call.labels.extents()[label];
  const Extents strides =
      node.output.label_strides(row_major_strides(made.extents()), node.labels.rank());
  std::vector<std::vector<std::byte>> partial(static_cast<std::size_t>(tasks));
  runtime::parallel_for(tasks, [&](int t) {
    auto& memory = partial[static_cast<std::size_t>(t)];
    memory.resize(static_cast<std::size_t>(made.count()) * node.type.block.element.size);
    fill_identity(*node.reduction, memory.data(), made.count());
    LocalCall part = sub_call(node, call, label, even_part(extent, tasks, t));
    part.begins = false;
    part.output = memory.data();
    part.output_strides = strides;
    run_kernel(node, part);
  });
  for (const auto& memory : partial) {
    combine_region(*node.reduction, output, memory.data(), made, made);
  }
}

/// Runs a call on all threads: cut along the longest label of the output, or, where sums are long
/// and the output is small, along a summed label.
inline void run_threaded(const tra::Node& node, const LocalCall& call, const ArrayPiece& output) {
  const Extents extents = call.labels.extents();
  const std::int64_t work =
      call.labels.count() * std::max<std::int64_t>(node.flops_per_element.value, 1);
  const int tasks =
      static_cast<int>(std::min<std::int64_t>(runtime::max_threads(), work / work_per_thread));
  int kept = -1;
  int summed = -1;
  for (int l = 0; l < extents.rank(); ++l) {
    int& best = call.aggregated[static_cast<std::size_t>(l)] ? summed : kept;
    if (best < 0 || extents[l] > extents[best]) best = l;
  }
  const std::int64_t kept_extent = kept < 0 ? 1 : extents[kept];
  const std::int64_t summed_extent = summed < 0 ? 1 : extents[summed];
  if (tasks > 1 && kept_extent < tasks && summed_extent >= tasks) {
    const std::int64_t bytes = node.output.image(call.labels).count() *
                               static_cast<std::int64_t>(node.type.block.element.size);
    if (bytes <= accumulator_per_thread) return run_summed(node, call, output, tasks, summed);
  }
  const int parts = static_cast<int>(std::min<std::int64_t>(tasks, kept_extent));
  if (parts <= 1) return run_kernel(node, call);
  runtime::parallel_for(parts, [&](int t) {
    run_kernel(node, sub_call(node, call, kept, even_part(kept_extent, parts, t)));
  });
}

/// True if the kernel of a product may write its sums over whatever the output holds: it makes
/// every sum at once, since both operands have what is summed.
inline bool writes_all(const tra::Node& node, const LocalCall& call) {
  if (!node.array_kernel) return false;
  for (int l = 0; l < call.labels.rank(); ++l) {
    if (!node.aggregates(l) || call.labels.high[l] - call.labels.low[l] == 1) continue;
    if (call.inputs[0].strides[l] == 0 || call.inputs[1].strides[l] == 0) return false;
  }
  return true;
}

/// Sums of nothing.
inline void fill_pieces(const tra::Node& node, const SiteData& output) {
  if (!node.reduction) return;
  for (const auto& piece : output.pieces) {
    fill_identity(*node.reduction, piece.data.get(), piece.box.count());
  }
}

/// Computes the part of a map or contraction on one site that `iteration` says, which is not empty;
/// `begins` if what it writes holds no sums yet.
inline void run_array(const tra::Node& node, const Box& iteration,
                      const std::vector<const SiteData*>& inputs, const SiteData& output,
                      bool begins) {
  const ArrayPiece* piece = output.piece_holding(node.output.image(iteration));
  if (!piece) return;
  LocalCall call = local_call(node, iteration, inputs, *piece);
  call.begins = begins && writes_all(node, call);
  if (begins && !call.begins && node.reduction) {
    fill_identity(*node.reduction, *piece, node.output.image(iteration));
  }
  run_threaded(node, call, *piece);
}

}  // namespace relatile::engine
