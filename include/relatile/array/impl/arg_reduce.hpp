// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/core/box.hpp"
#include "relatile/kernel/impl/best_pairs.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

/// The sum of coordinates times `weights`.
inline std::int64_t position_of(const Extents& at, const Extents& weights) {
  std::int64_t sum = 0;
  for (int d = 0; d < at.rank(); ++d) sum += at[d] * weights[d];
  return sum;
}

/// Elements with their positions, by `weights`.
RELATILE_INLINE Stage pair_stage(const Pairing& pairing, const std::string& name,
                                 const Extents& weights) {
  const auto position = [weights](const Extents& at) { return position_of(at, weights); };
  Stage stage;
  stage.name = name;
  stage.operands = {0};
  stage.output = pairing.pair;
  stage.coordinates = Access::identity(weights.rank());
  const std::int64_t pair_size = pairing.pair.size;
  const std::int64_t element_size = pairing.element.size;
  stage.run = [position, pair_size, element_size, join = pairing.join](const Chunk& chunk) {
    const auto* elements = static_cast<const std::byte*>(chunk.inputs[0]);
    auto* pairs = static_cast<std::byte*>(chunk.output);
    const std::int64_t step = position(chunk.step);
    chunk.for_each_row([&](std::int64_t first, const Extents& at) {
      join(elements + first * element_size, position(at), step, chunk.row,
           pairs + first * pair_size);
    });
  };
  stage.plain = [position, join = pairing.join](std::span<const void* const> inputs, void* output,
                                                const Extents& at) {
    join(inputs[0], position(at), 0, 1, output);
  };
  return stage;
}

/// Has the best of each row found by its elements, so that no pairs of all of them are written.
inline void find_best_of_rows(Stage& stage, const Pairing& pairing, const Extents& weights,
                              const Reduction& best, BestOfLines best_of_lines) {
  static constexpr std::int64_t most_rows = 64;
  static constexpr std::int64_t largest_pair = 32;
  const std::int64_t pair_size = pairing.pair.size;
  const std::int64_t element_size = pairing.element.size;
  if (pair_size > largest_pair) return;
  stage.fold = [weights, pair_size, element_size, best_of_lines, shift = pairing.shift,
                combine = best.combine](const Chunk& chunk, void* accumulators, std::int64_t step) {
    if (chunk.row > 1 && position_of(chunk.step, weights) != 1) return false;
    alignas(largest_pair) std::array<std::byte, most_rows * largest_pair> pairs;
    const auto* from = static_cast<const std::byte*>(chunk.inputs[0]);
    auto* to = static_cast<std::byte*>(accumulators);
    const std::int64_t rows = chunk.count / chunk.row;
    const std::int64_t row_step = position_of(chunk.row_step, weights);
    std::int64_t position = position_of(chunk.start, weights);
    for (std::int64_t done = 0; done < rows; done += most_rows) {
      const std::int64_t some = std::min(most_rows, rows - done);
      best_of_lines({from, 1, chunk.row, chunk.row, pairs.data(), 1, 1, 1, some});
      for (std::int64_t r = 0; r < some; ++r, position += row_step) {
        shift(pairs.data() + r * pair_size, position);
      }
      if (step == 1) {
        combine(to, pairs.data(), some);
      } else {
        for (std::int64_t r = 0; r < some; ++r) {
          combine(to + r * step * pair_size, pairs.data() + r * pair_size, 1);
        }
      }
      from += some * chunk.row * element_size;
      to += some * step * pair_size;
    }
    return true;
  };
}

RELATILE_INLINE tra::NodePtr positions_of(const tra::NodePtr& pairs, const Pairing& pairing,
                                          const std::string& name) {
  const auto take = pairing.take_positions;
  Stage stage;
  stage.name = "index";
  stage.operands = {0};
  stage.output = element_type_of<std::int64_t>();
  stage.run = [take](const Chunk& chunk) {
    take(chunk.inputs[0], chunk.count, static_cast<std::int64_t*>(chunk.output));
  };
  stage.plain = [take](std::span<const void* const> inputs, void* output, const Extents&) {
    take(inputs[0], 1, static_cast<std::int64_t*>(output));
  };
  Program program;
  program.inputs = {pairing.pair};
  program.stages.push_back(std::move(stage));
  return tra::make_map(name, {pairs}, {Access::identity(pairs->type.rank())}, pairs->type.extents,
                       std::move(program), element_type_of<std::int64_t>());
}

inline tra::NodePtr paired_by(const tra::NodePtr& x, const Pairing& pairing,
                              const std::string& name, Stage stage) {
  Program program;
  program.inputs = {x->type.block.element};
  program.stages.push_back(std::move(stage));
  return tra::make_map(name, {x}, {Access::identity(x->type.rank())}, x->type.extents,
                       std::move(program), pairing.pair);
}

RELATILE_INLINE tra::NodePtr paired_node(const tra::NodePtr& x, const Pairing& pairing,
                                         const std::string& name) {
  return paired_by(x, pairing, name, pair_stage(pairing, name, row_major_strides(x->type.extents)));
}

/// Where the best elements of blocks stand in all of the vector, of where they do in their blocks.
inline Stage shift_stage(const Pairing& pairing, const tra::AxisBlocks& blocks) {
  const auto first_of = [dim = blocks.dim](std::int64_t block) {
    return dim.of_range(block, block + 1).low;
  };
  const std::int64_t size = pairing.pair.size;
  Stage stage;
  stage.name = "shift";
  stage.operands = {0};
  stage.output = pairing.pair;
  stage.coordinates = Access::identity(1);
  stage.run = [first_of, size, shift = pairing.shift](const Chunk& chunk) {
    auto* const pairs = static_cast<std::byte*>(chunk.output);
    std::memcpy(pairs, chunk.inputs[0], static_cast<std::size_t>(chunk.count * size));
    chunk.for_each_row([&](std::int64_t first, const Extents& at) {
      for (std::int64_t i = 0; i < chunk.row; ++i) {
        shift(pairs + (first + i) * size, first_of(at[0] + i * chunk.step[0]));
      }
    });
  };
  stage.plain = [first_of, size, shift = pairing.shift](std::span<const void* const> inputs,
                                                        void* output, const Extents& at) {
    std::memcpy(output, inputs[0], static_cast<std::size_t>(size));
    shift(output, first_of(at[0]));
  };
  return stage;
}

/// The best element of every block of a vector, with its position in all of it.
inline tra::NodePtr best_of_blocks(const tra::NodePtr& x, const Pairing& pairing,
                                   const std::string& name, std::int64_t parts,
                                   BestOfLines best_of_lines) {
  const tra::AxisBlocks blocks = tra::even_blocks(0, x->type.extents[0], parts);
  const tra::NodePtr best =
      tra::make_of_blocks(x, 0, blocks, {name, best_of_lines}, {pairing.pair, 1}, Flops{1});
  Program program;
  program.inputs = {pairing.pair};
  program.stages.push_back(shift_stage(pairing, blocks));
  return tra::make_map(name, {best}, {Access::identity(1)}, best->type.extents, std::move(program),
                       pairing.pair);
}

RELATILE_INLINE tra::NodePtr arg_reduce_node(const tra::NodePtr& x, const std::vector<int>& axes,
                                             const Pairing& pairing, Reduction best,
                                             BestOfLines best_of_lines) {
  const std::string name = best.name;
  const Extents& shape = x->type.extents;
  require_elements(name, shape, axes);
  constexpr std::int64_t shortest = 32'768;  // of a block
  if (best_of_lines && x->evaluated() && shape.rank() == 1 && shape[0] >= 24 * shortest) {
    const tra::NodePtr pairs =
        best_of_blocks(x, pairing, name, many_parts(shape[0], shortest), best_of_lines);
    return positions_of(tra::make_reduce(pairs, axes, false, std::move(best)), pairing, name);
  }
  // The position: the coordinate along the axis, or the row-major one in the whole array.
  Extents weights = Extents::filled(shape.rank(), 0);
  if (static_cast<int>(axes.size()) == shape.rank()) {
    weights = row_major_strides(shape);
  } else {
    weights[axes[0]] = 1;
  }
  Stage pair = pair_stage(pairing, name, weights);
  if (best_of_lines) find_best_of_rows(pair, pairing, weights, best, best_of_lines);
  const tra::NodePtr pairs = paired_by(x, pairing, name, std::move(pair));
  return positions_of(tra::make_reduce(pairs, axes, false, std::move(best)), pairing, name);
}

template <class T>
Pairing known_pairing() {
  Pairing pairing = pairing_of<T>();
  pairing.join = [](const void* elements, std::int64_t first, std::int64_t step, std::int64_t count,
                    void* pairs) {
    kernel::detail::join_pairs(static_cast<const T*>(elements), first, step, count,
                               static_cast<kernel::ValueIndex<T>*>(pairs));
  };
  return pairing;
}

}  // namespace relatile::detail
