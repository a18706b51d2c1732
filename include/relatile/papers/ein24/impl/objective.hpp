// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/ein24/objective.hpp"

#include <algorithm>

namespace relatile::papers {

RELATILE_INLINE double EinDecompObjective::calls(const tra::Node& node, const PartitionVector& d,
                                                 int sites) {
  namespace ein = papers::ein24;
  const tra::Labelling einsum = ein::labelling_of(node);
  // Labels that only the output has are no join's: nothing is aggregated over them.
  const double aggregated = std::max(ein::cost_agg(einsum, node.labels, d), 0.0);
  double floats = aggregated * floats_a_key(node.type);
  for (std::size_t x = 0; x < node.inputs.size(); ++x) {
    floats += sites * ein::sub_tensor(einsum.operands[x], node.labels, d) *
              floats_a_key(node.inputs[x]->type);
  }
  return floats;
}

}  // namespace relatile::papers
