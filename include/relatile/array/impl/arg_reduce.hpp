// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <utility>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

/// Elements with their positions, which are sums of coordinates times `weights`.
RELATILE_INLINE Stage pair_stage(const Pairing& pairing, const std::string& name,
                                 const Extents& weights) {
  const auto position = [weights](const Extents& at) {
    std::int64_t sum = 0;
    for (int d = 0; d < at.rank(); ++d) sum += at[d] * weights[d];
    return sum;
  };
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
                              const std::string& name, const Extents& weights) {
  Program program;
  program.inputs = {x->type.block.element};
  program.stages.push_back(pair_stage(pairing, name, weights));
  return tra::make_map(name, {x}, {Access::identity(weights.rank())}, x->type.extents,
                       std::move(program), pairing.pair);
}

RELATILE_INLINE tra::NodePtr paired_node(const tra::NodePtr& x, const Pairing& pairing,
                                         const std::string& name) {
  return paired_by(x, pairing, name, row_major_strides(x->type.extents));
}

RELATILE_INLINE tra::NodePtr arg_reduce_node(const tra::NodePtr& x, const std::vector<int>& axes,
                                             const Pairing& pairing, Reduction best) {
  const std::string name = best.name;
  const Extents& shape = x->type.extents;
  require_elements(name, shape, axes);
  // The position: the coordinate along the axis, or the row-major one in the whole array.
  Extents weights = Extents::filled(shape.rank(), 0);
  if (static_cast<int>(axes.size()) == shape.rank()) {
    weights = row_major_strides(shape);
  } else {
    weights[axes[0]] = 1;
  }
  const tra::NodePtr pairs = paired_by(x, pairing, name, weights);
  return positions_of(tra::make_reduce(pairs, axes, false, std::move(best)), pairing, name);
}

template <class T>
Pairing known_pairing() {
  return pairing_of<T>();
}

}  // namespace relatile::detail
