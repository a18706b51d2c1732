// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/spartan15/cost.hpp"

#include "relatile/core/nth.hpp"
#include "relatile/papers/floats.hpp"

namespace relatile::papers::spartan15 {

RELATILE_INLINE Floats map(Tiling output, std::span<const TiledArray> inputs) {
  Floats total;
  for (const auto& input : inputs) total += retile(input, output);
  return total;
}

RELATILE_INLINE Floats join_update(std::span<const JoinInput> inputs, Floats update) {
  Floats total = update;
  for (const auto& [array, axis] : inputs) {
    total += axis == whole_array ? array.size : retile(array, Tiling::along(axis));
  }
  return total;
}

RELATILE_INLINE unsigned labels_cut(const Access& access, Tiling tiling) {
  unsigned labels = 0;
  for (int axis = 0; axis < access.rank(); ++axis) {
    const int label = nth(access.dims, axis).label;
    if (tiling.cuts(axis)) labels |= 1U << (label < 0 ? max_rank : label);
  }
  return labels;
}

RELATILE_INLINE Floats operator_cost(const tra::Node& node, unsigned work,
                                     std::span<const Tiling> inputs, Tiling output) {
  Floats total;
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    if (labels_cut(node.accesses[x], inputs[x]) == work) continue;
    total += floats_of(node.inputs[x]->type);
  }
  if (labels_cut(node.output, output) != work) total += floats_of(node.type);
  return total;
}

}  // namespace relatile::papers::spartan15
