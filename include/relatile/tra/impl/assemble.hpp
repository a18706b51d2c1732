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
                                      const std::vector<AssembledPart>& parts, AssembleFill fill) {
  auto node = std::make_shared<Node>();
  node->name = std::move(name);
  node->labels = shape;
  node->label_names = default_label_names(shape.rank());
  node->output = Access::identity(shape.rank());
  node->type = array_type(parts.at(0).array->type.block.element, shape);
  Assemble assemble;
  assemble.fill = std::move(fill.element);
  assemble.fill_identity = std::move(fill.identity);
  for (const auto& [part, begin, steps] : parts) {
    const Extents& extents = part->type.extents;
    RELATILE_ASSERT(extents.rank() == shape.rank());
    Box place = Box::whole(shape);
    Extents spacing = Extents::filled(shape.rank(), 1);
    Access access;
    for (int d = 0; d < shape.rank(); ++d) {
      const bool apart = steps.rank() > 0 && steps[d] > 1 && extents[d] > 1;
      const std::int64_t step = apart ? steps[d] : 1;
      place.low[d] = begin[d];
      place.high[d] = extents[d] == 0 ? begin[d] : begin[d] + (extents[d] - 1) * step + 1;
      AccessDim dim{d, apart ? 0 : -begin[d], 1, 1, nullptr};
      if (extents[d] != shape[d]) dim.values = {place.low[d], place.high[d]};
      dim.every = spacing[d] = step;
      access.dims.push_back(std::move(dim));
    }
    node->inputs.push_back(part);
    node->accesses.push_back(std::move(access));
    assemble.places.push_back(std::move(place));
    assemble.spacing.push_back(spacing);
  }
  set_op(*node, std::move(assemble));
  return node;
}

}  // namespace relatile::tra
