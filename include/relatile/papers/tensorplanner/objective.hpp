// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/papers/floats.hpp"
#include "relatile/papers/planning.hpp"

namespace relatile::papers {

/// cpu + alpha communication: what the tasks read, and alpha times what is not on their process.
/// The paper counts blocks; ours have no fixed size, so floats are counted.
///
///   source  [planner] section V; papers/tensorplanner/cost.hpp
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

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tensorplanner/impl/objective.hpp"
#endif
