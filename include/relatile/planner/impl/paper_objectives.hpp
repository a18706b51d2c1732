// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/paper_objectives.hpp"

#include <algorithm>

#include "relatile/core/box.hpp"

namespace relatile::planner {

RELATILE_INLINE double floats_held(const tra::RelationType& type, const placement::Spread& spread) {
  const auto copies = placement::copies_of_each(spread, type.extents);
  if (copies && type.elements) return static_cast<double>(*copies * volume(type.extents));
  std::int64_t floats = 0;
  if (!spread.irregular) {
    for (int site = 0; site < spread.working; ++site) {
      const Box box = spread.box(site);
      if (!box.empty()) floats += cost::floats_in(type, box).value;
    }
    return static_cast<double>(floats);
  }
  for (const auto& boxes : spread.irregular->table()) {
    for (const auto& box : boxes) floats += cost::floats_in(type, box).value;
  }
  return static_cast<double>(floats);
}

RELATILE_INLINE double floats_a_key(const tra::RelationType& type) {
  if (type.elements) return 1;
  const auto keys = static_cast<double>(volume(type.extents));
  return keys > 0 ? static_cast<double>(cost::floats_of(type).value) / keys : 0;
}

RELATILE_INLINE double EinDecompObjective::calls(const tra::Node& node, const PartitionVector& d,
                                                 int sites) {
  namespace ein = cost::eindecomp;
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

RELATILE_INLINE double TensorPlannerObjective::work(const Work& work) const {
  const tra::Labelling einsum = cost::eindecomp::labelling_of(work.node);
  const PartitionVector d = parts_of(work.layout, work.node.labels);
  double floats = 0;
  for (std::size_t x = 0; x < work.node.inputs.size(); ++x) {
    floats += work.layout.num_working() *
              cost::eindecomp::sub_tensor(einsum.operands[x], work.node.labels, d) *
              floats_a_key(work.node.inputs[x]->type);
  }
  return floats;
}

}  // namespace relatile::planner
