// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/assemble.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE NodePtr make_assemble(std::string name, const Extents& shape,
                                      const std::vector<std::pair<NodePtr, Extents>>& parts,
                                      AssembleFill fill) {
  auto node = std::make_shared<Node>();
  node->name = std::move(name);
  node->labels = shape;
  node->label_names = default_label_names(shape.rank());
  node->output = Access::identity(shape.rank());
  node->type = array_type(parts.at(0).first->type.block.element, shape);
  Assemble assemble;
  assemble.fill = std::move(fill.element);
  assemble.fill_identity = std::move(fill.identity);
  for (const auto& [part, begin] : parts) {
    const Extents& extents = part->type.extents;
    RELATILE_ASSERT(extents.rank() == shape.rank());
    Box place = Box::whole(shape);
    Access access;
    for (int d = 0; d < shape.rank(); ++d) {
      place.low[d] = begin[d];
      place.high[d] = begin[d] + extents[d];
      AccessDim dim{d, -begin[d], 1, 1, nullptr};
      if (extents[d] != shape[d]) dim.values = {place.low[d], place.high[d]};
      access.dims.push_back(std::move(dim));
    }
    node->inputs.push_back(part);
    node->accesses.push_back(std::move(access));
    assemble.places.push_back(std::move(place));
  }
  set_op(*node, std::move(assemble));
  return node;
}

}  // namespace relatile::tra
