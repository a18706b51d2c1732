// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/local_array.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>

#include "relatile/core/access.hpp"
#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/engine/by_labels.hpp"
#include "relatile/engine/combine_region.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/runtime/parallel_for.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::engine {

RELATILE_INLINE LocalCall local_call(const tra::Node& node, const Box& iteration,
                                     const std::vector<const SiteData*>& inputs,
                                     const ArrayPiece& output) {
  LocalCall call;
  call.labels = iteration;
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    const Access& access = node.accesses[x];
    const ArrayPiece* piece = inputs[x]->piece_holding(access.image(iteration));
    RELATILE_ASSERT(piece != nullptr);
    const std::int64_t size = std::int64_t(node.inputs[x]->type.block.element.size);
    const ByLabels read = ByLabels::of(*piece, access, iteration, size);
    call.inputs.push_back({read.data, read.strides});
  }
  const std::int64_t size = std::int64_t(node.type.block.element.size);
  const ByLabels made = ByLabels::of(output, node.output, iteration, size);
  call.output = made.data;
  call.output_strides = made.strides;
  for (int l = 0; l < node.labels.rank(); ++l) {
    nth(call.aggregated, l) = node.aggregates(l);
  }
  return call;
}

RELATILE_INLINE void run_kernel(const tra::Node& node, const LocalCall& call) {
  if (const tra::Contract* const contraction = tra::op_if<tra::Contract>(node)) {
    contraction->kernel(call);
  } else if (const auto& select = tra::op_of<tra::Map>(node).select) {
    select(call, node.program()->stages.back());
  } else {
    kernel::run_program(*node.program(), node.reduction(), call);
  }
}

RELATILE_INLINE LocalCall sub_call(const tra::Node& node, const LocalCall& call, int label,
                                   Range range) {
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

RELATILE_INLINE LocalCall box_call(const tra::Node& node, const LocalCall& call,
                                   const Extents& parts, const Extents& at) {
  LocalCall part = call;
  for (int l = 0; l < parts.rank(); ++l) {
    if (parts[l] == 1) continue;
    const std::int64_t extent = call.labels.high[l] - call.labels.low[l];
    part = sub_call(node, part, l, even_part(extent, int(parts[l]), int(at[l])));
  }
  return part;
}

RELATILE_INLINE void run_summed(const tra::Node& node, const LocalCall& call,
                                const ArrayPiece& output, int tasks, int label) {
  const Box made = node.output.image(call.labels);
  const std::int64_t extent = call.labels.extents()[label];
  const Extents strides =
      node.output.label_strides(row_major_strides(made.extents()), node.labels.rank());
  std::vector<std::unique_ptr<std::byte[]>> partial(static_cast<std::size_t>(tasks));
  runtime::parallel_for(tasks, [&](int t) {
    LocalCall part = sub_call(node, call, label, even_part(extent, tasks, t));
    if (t > 0) {
      auto& memory = nth(partial, t);
      memory = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(made.count()) *
                                                           node.type.block.element.size);
      if (!call.begins) fill_identity(*node.reduction(), memory.get(), made.count());
      part.output = memory.get();
      part.output_strides = strides;
    }
    run_kernel(node, part);
  });
  for (std::size_t t = 1; t < partial.size(); ++t) {
    combine_region(*node.reduction(), output, partial[t].get(), made, made);
  }
}

RELATILE_INLINE void run_triangle(const tra::Node& node, const LocalCall& call,
                                  const ContractionCut& cut, int parts) {
  std::vector<std::array<int, 2>> squares;
  for (int i = 0; i < parts; ++i) {
    for (int j = 0; j < i; ++j) squares.push_back({i, j});
  }
  for (int i = 0; i < parts; ++i) squares.push_back({i, i});
  const std::int64_t extent = call.labels.extents()[cut.label];
  const std::int64_t size = std::int64_t(node.type.block.element.size);
  runtime::parallel_for(int(squares.size()), [&](int s) {
    const auto [i, j] = nth(squares, s);
    const auto square = [&](int row, int col) {
      const LocalCall rows = sub_call(node, call, cut.label, even_part(extent, parts, row));
      return sub_call(node, rows, cut.other, even_part(extent, parts, col));
    };
    const LocalCall lower = square(i, j);
    run_kernel(node, lower);
    if (i == j) return;
    // Labels that are summed have no strides in the result: one of their steps is all.
    Extents extents = lower.labels.extents();
    for (int l = 0; l < extents.rank(); ++l) {
      if (nth(call.aggregated, l)) extents[l] = 1;
    }
    Extents mirrored = call.output_strides;
    std::swap(mirrored[cut.label], mirrored[cut.other]);
    kernel::copy_strided(square(j, i).output, mirrored, lower.output, call.output_strides, extents,
                         size);
  });
}

RELATILE_INLINE void run_contraction(const tra::Node& node, const LocalCall& call,
                                     const ArrayPiece& output, int tasks) {
  const std::int64_t most = accumulator_per_thread / std::int64_t(node.type.block.element.size);
  const ContractionCut cut = CutSearch(call, tasks, most).best();
  switch (cut.kind) {
    case ContractionCut::Kind::summed: return run_summed(node, call, output, tasks, cut.label);
    case ContractionCut::Kind::triangle: return run_triangle(node, call, cut, tasks);
    case ContractionCut::Kind::grid: break;
  }
  const Box grid = Box::whole(cut.parts);
  runtime::parallel_for(static_cast<int>(grid.count()), [&](int t) {
    run_kernel(node, box_call(node, call, cut.parts, key_from_linear_index(t, cut.parts)));
  });
}

RELATILE_INLINE bool is_outer(const LocalCall& call, int a, int b) {
  bool some = false;
  for (const StridedOperand& input : call.inputs) {
    if (input.strides[a] == 0 || input.strides[b] == 0) continue;
    if (std::abs(input.strides[a]) < std::abs(input.strides[b])) return false;
    some = true;
  }
  return some;
}

RELATILE_INLINE int threads_for(const tra::Node& node, const Box& iteration) {
  const std::int64_t work =
      iteration.count() * std::max<std::int64_t>(node.flops_per_element().value, 1);
  return static_cast<int>(std::min<std::int64_t>(runtime::max_threads(), work / work_per_thread));
}

RELATILE_INLINE bool run_selection(const tra::Node& node, const LocalCall& call,
                                   const ArrayPiece& output, int tasks) {
  const Extents extents = call.labels.extents();
  int indexed = -1;
  for (int l = 0; l < extents.rank(); ++l) {
    if (call.inputs[0].strides[l] == 0) continue;
    if (indexed < 0 || extents[l] > extents[indexed]) indexed = l;
  }
  if (indexed < 0 || extents[indexed] < tasks) return false;
  if (nth(call.aggregated, indexed)) {
    const std::int64_t bytes = node.output.image(call.labels).count() *
                               static_cast<std::int64_t>(node.type.block.element.size);
    if (bytes > accumulator_per_thread) return false;
    run_summed(node, call, output, tasks, indexed);
    return true;
  }
  runtime::parallel_for(tasks, [&](int t) {
    run_kernel(node, sub_call(node, call, indexed, even_part(extents[indexed], tasks, t)));
  });
  return true;
}

RELATILE_INLINE void run_threaded(const tra::Node& node, const LocalCall& call,
                                  const ArrayPiece& output) {
  const Extents extents = call.labels.extents();
  const int tasks = threads_for(node, call.labels);
  if (tasks <= 1) return run_kernel(node, call);
  if (tra::op_if<tra::Contract>(node)) return run_contraction(node, call, output, tasks);
  if (node.selects() && run_selection(node, call, output, tasks)) return;
  int kept = -1;
  int summed = -1;
  for (int l = 0; l < extents.rank(); ++l) {
    int& best = nth(call.aggregated, l) ? summed : kept;
    if (best < 0 || extents[l] > extents[best]) best = l;
  }
  for (int l = 0; l < extents.rank(); ++l) {  // the outermost that is long enough: long runs stay
    if (nth(call.aggregated, l)) continue;
    if (extents[l] % tasks != 0 && extents[l] < 8 * tasks) continue;
    if (call.output_strides[l] > call.output_strides[kept]) kept = l;
  }
  const std::int64_t kept_extent = kept < 0 ? 1 : extents[kept];
  const std::int64_t summed_extent = summed < 0 ? 1 : extents[summed];
  const bool few_kept = kept_extent < tasks || (summed >= 0 && is_outer(call, summed, kept));
  if (few_kept && summed_extent >= tasks) {
    const std::int64_t bytes = node.output.image(call.labels).count() *
                               static_cast<std::int64_t>(node.type.block.element.size);
    if (bytes <= accumulator_per_thread && bytes * tasks <= 8 * call.labels.count()) {
      return run_summed(node, call, output, tasks, summed);
    }
  }
  const int parts = static_cast<int>(std::min<std::int64_t>(tasks, kept_extent));
  if (parts <= 1) return run_kernel(node, call);
  runtime::parallel_for(parts, [&](int t) {
    run_kernel(node, sub_call(node, call, kept, even_part(kept_extent, parts, t)));
  });
}

RELATILE_INLINE bool writes_all(const tra::Node& node, const LocalCall& call) {
  if (!tra::op_if<tra::Contract>(node)) return false;
  for (int l = 0; l < call.labels.rank(); ++l) {
    if (!node.aggregates(l) || call.labels.high[l] - call.labels.low[l] == 1) continue;
    if (call.inputs[0].strides[l] == 0 || call.inputs[1].strides[l] == 0) return false;
  }
  return true;
}

RELATILE_INLINE void fill_pieces(const tra::Node& node, const SiteData& output) {
  if (!node.reduction()) return;
  for (const auto& piece : output.pieces) {
    fill_identity(*node.reduction(), piece.data.get(), piece.box.count());
  }
}

RELATILE_INLINE void run_array(const tra::Node& node, const Box& iteration,
                               const std::vector<const SiteData*>& inputs, const SiteData& output,
                               bool begins) {
  const ArrayPiece* piece = output.piece_holding(node.output.image(iteration));
  if (!piece) return;
  LocalCall call = local_call(node, iteration, inputs, *piece);
  call.begins = begins && writes_all(node, call);
  if (begins && !call.begins && node.reduction()) {
    fill_identity(*node.reduction(), *piece, node.output.image(iteration));
  }
  run_threaded(node, call, *piece);
}

}  // namespace relatile::engine
