// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tensorplanner/objective.hpp"

#include "relatile/papers/ein24/cost.hpp"
#include "relatile/planner/search/nearest.hpp"

namespace relatile::papers {

RELATILE_INLINE double TensorPlannerObjective::work(const Work& work) const {
  const tra::Labelling einsum = papers::ein24::labelling_of(work.node);
  const PartitionVector d = parts_of(work.layout, work.node.labels);
  double floats = 0;
  for (std::size_t x = 0; x < work.node.inputs.size(); ++x) {
    floats += work.layout.num_working() *
              papers::ein24::sub_tensor(einsum.operands[x], work.node.labels, d) *
              floats_a_key(work.node.inputs[x]->type);
  }
  return floats;
}

}  // namespace relatile::papers
