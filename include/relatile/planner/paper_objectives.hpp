// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/eindecomp.hpp"
#include "relatile/cost/floats.hpp"
#include "relatile/placement/spread.hpp"
#include "relatile/planner/nearest.hpp"
#include "relatile/planner/objective.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

// What the papers judge plans by, for plans of ours. Their unit is the float.
namespace relatile::planner {

/// The floats that all sites together hold under `spread`.
RELATILE_INLINE double floats_held(const tra::RelationType& type, const placement::Spread& spread);

/// The floats under one key, on average; 1 for the elements of an array.
RELATILE_INLINE double floats_a_key(const tra::RelationType& type);

/// f s for a BCAST of f floats to s sites, f for a SHUF, f times the copies in between. Of a
/// partial relation every site's contribution is a tuple of its own. What is partitioned as it is
/// needed moves nothing (R2-4).
///
///   source  [tra21] section 4.3; cost/tra_floats.hpp
class TraFloatsObjective : public Objective {
 public:
  std::string name() const override { return "tra_floats"; }
  double work(const Work&) const override { return 0; }
  double transport(const Transport& t) const override {
    return floats_held(t.type, t.reduces ? t.have : t.need);
  }
};

/// cost_join + cost_agg + cost_repart: floats moved in the worst case, wherever things are. What
/// lies where it is needed costs the same, and sites that repeat a kernel call read as if it were
/// another one.
///
///   source  [ein24] section 7; cost/eindecomp.hpp
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
  static double calls(const tra::Node& node, const PartitionVector& d, int sites);
  static double repart(const tra::RelationType& type, const PartitionVector& from,
                       const PartitionVector& to) {
    return cost::eindecomp::cost_repart(type.extents, from, to) * floats_a_key(type);
  }

 private:
  static double repart(const Transport& t) {
    const int rank = t.type.rank();
    return repart(t.type, parts_of(t.have, rank), parts_of(t.need, rank));
  }
};

/// An array that is not tiled as its reader wants it costs its size, and so does one that its
/// producers update all over.
///
///   source  [spartan15] section 3.1; cost/spartan.hpp
class SpartanObjective : public Objective {
 public:
  std::string name() const override { return "spartan"; }
  double work(const Work&) const override { return 0; }
  double transport(const Transport& t) const override {
    return static_cast<double>(cost::floats_of(t.type).value);
  }
};

/// cpu + alpha communication: what the tasks read, and alpha times what is not on their process.
/// The paper counts blocks; ours have no fixed size, so floats are counted.
///
///   source  [planner] section V; cost/tensorplanner.hpp
class TensorPlannerObjective : public Objective {
 public:
  explicit TensorPlannerObjective(double alpha = 1) : alpha_(alpha) {}
  std::string name() const override { return "tensorplanner"; }
  RELATILE_INLINE double work(const Work& work) const override;
  double transport(const Transport& t) const override {
    const double moved = alpha_ * static_cast<double>(t.move.bytes) / bytes_a_float(t.type);
    return moved + (t.reduces ? floats_held(t.type, t.have) : 0);
  }

 private:
  static double bytes_a_float(const tra::RelationType& type) {
    return type.block.object ? 1 : static_cast<double>(type.block.element.size);
  }
  double alpha_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/paper_objectives.hpp"
#endif
