// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/units.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::cost {

/// The flops of a node on a box of its label space: as the kernels declare them, or one per element
/// that a rearrangement of blocks touches.
inline Flops flops_on(const tra::Node& node, const Box& box) {
  const bool arrays = node.kind == tra::Kind::map || node.kind == tra::Kind::contract;
  if (arrays) return box.count() * node.flops_per_element;
  Flops total;
  std::vector<Extents> operands(node.inputs.size());
  for_each_coordinate(box, [&](const Key& at) {
    for (std::size_t x = 0; x < operands.size(); ++x) {
      const tra::RelationType& from = node.inputs[x]->type;
      if (from.elements) {
        operands[x] = node.accesses[x].image(unit_box(at)).extents();
      } else {
        operands[x] = from.extents_of(linear_index(node.accesses[x].coordinate(at), from.extents));
      }
    }
    if (node.block_kernel) {
      total += node.block_kernel->flops(std::span<const Extents>(operands));
    } else {
      total += Flops{volume(operands[0])};
    }
  });
  return total;
}

}  // namespace relatile::cost
