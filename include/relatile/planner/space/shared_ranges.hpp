// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/planner/space/placement_ids.hpp"

namespace relatile::planner {

/// Ranges of placements that are written down, once for all equal ones: on 64 sites they take two
/// kilobytes, and the same few placements are in the spaces of thousands of operators.
class SharedRanges {
 public:
  void share(NodeSpace& space);

 private:
  void share(placement::Sharding& placement);

  PlacementIds ids_;
  std::vector<std::shared_ptr<const std::vector<Range>>> ranges_;  ///< by number of the placement
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/shared_ranges.hpp"
#endif
