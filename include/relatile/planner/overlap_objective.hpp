// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/objective.hpp"

namespace relatile::planner {

/// An objective to which moves cost but a share of what they cost another one, since kernels run
/// meanwhile.
class OverlapObjective : public ChangedObjective {
 public:
  OverlapObjective(const Objective& objective, double share_of_moves)
      : ChangedObjective(objective), share_of_moves_(share_of_moves) {}

  double transport(const Transport& transport) const override {
    return share_of_moves_ * ChangedObjective::transport(transport);
  }

 private:
  double share_of_moves_;
};

}  // namespace relatile::planner
