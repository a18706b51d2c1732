// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/flops.hpp"

#include <span>
#include <vector>

#include "relatile/core/extents.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE Flops flops_on(const Node& node, const Box& box) {
  const bool arrays = node.kind() == Kind::map || node.kind() == Kind::contract;
  if (arrays) {
    // A label space may have more points than any array has elements.
    Flops flops = node.flops_per_element();
    if (box.empty()) return {};
    for (const std::int64_t extent : box.extents()) flops = extent * flops;
    return flops;
  }
  if (node.rearranges()) return {};
  if (op_if<AlongAxis>(node)) {
    return node.accesses[0].image(box).count() * node.flops_per_element();
  }
  if (const auto* const pieces = op_if<OnPieces>(node)) {
    if (box.empty()) return {};
    Flops flops{nth(*pieces->work, box.high[0]) - nth(*pieces->work, box.low[0])};
    for (int l = 1; l < box.rank(); ++l) {
      if (!nth(node.whole_label, l)) flops = (box.high[l] - box.low[l]) * flops;
    }
    return flops;
  }
  Flops total;
  std::vector<Extents> operands(node.inputs.size());
  for_each_coordinate(box, [&](const Key& at) {
    for (std::size_t x = 0; x < operands.size(); ++x) {
      const RelationType& from = node.inputs[x]->type;
      if (from.elements) {
        operands[x] = node.accesses[x].image(unit_box(at)).extents();
      } else {
        operands[x] = from.extents_of(linear_index(node.accesses[x].coordinate(at), from.extents));
      }
    }
    if (node.block_kernel()) {
      total += node.block_kernel()->flops(std::span<const Extents>(operands));
    } else {
      total += Flops{volume(operands[0])};
    }
  });
  return total;
}

}  // namespace relatile::tra
