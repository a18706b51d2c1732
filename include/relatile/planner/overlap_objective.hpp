// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/planner/objective.hpp"

namespace relatile::planner {

/// An objective to which moves cost but a share of what they cost another one, since kernels run
/// meanwhile.
class OverlapObjective : public Objective {
 public:
  OverlapObjective(const Objective& objective, double share_of_moves)
      : objective_(objective), share_of_moves_(share_of_moves) {}

  std::string name() const override { return objective_.name(); }
  Idling idling() const override { return objective_.idling(); }
  bool joins_reads() const override { return objective_.joins_reads(); }
  double work(const Work& work) const override { return objective_.work(work); }
  double transport(const Transport& transport) const override {
    return share_of_moves_ * objective_.transport(transport);
  }

 private:
  const Objective& objective_;
  double share_of_moves_;
};

}  // namespace relatile::planner
