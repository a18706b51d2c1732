// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/papers/ein24/cost.hpp"
#include "relatile/papers/floats.hpp"
#include "relatile/papers/planning.hpp"
#include "relatile/planner/search/nearest.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::papers {

/// cost_join + cost_agg + cost_repart: floats moved in the worst case, wherever things are. What
/// lies where it is needed costs the same, and sites that repeat a kernel call read as if it were
/// another one.
///
///   source  [ein24] section 7; papers/ein24/cost.hpp
class EinDecompObjective : public Objective {
 public:
  std::string name() const override { return "eindecomp"; }
  double work(const Work& work) const override {
    const PartitionVector d = parts_of(work.layout, work.node.labels);
    return calls(work.node, d, work.layout.num_working());
  }
  double transport(const Transport& t) const override { return t.reduces ? 0 : repart(t); }
  double in_place(const Transport& t) const override { return repart(t); }

  /// cost_join + cost_agg of a node by `d`, which `sites` execute.
  RELATILE_INLINE static double calls(const tra::Node& node, const PartitionVector& d, int sites);
  static double repart(const tra::RelationType& type, const PartitionVector& from,
                       const PartitionVector& to) {
    return papers::ein24::cost_repart(type.extents, from, to) * floats_a_key(type);
  }

 private:
  static double repart(const Transport& t) {
    const int rank = t.type.rank();
    return repart(t.type, parts_of(t.have, rank), parts_of(t.need, rank));
  }
};

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/ein24/impl/objective.hpp"
#endif
