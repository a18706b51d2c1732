// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::planner {

/// Numbers for placements, the same for equal ones. The same few placements are offered and needed
/// all over a program.
class PlacementIds {
 public:
  int id_of(const placement::Sharding& placement);

 private:
  std::unordered_map<std::size_t, std::vector<std::pair<placement::Sharding, int>>> known_;
  int count_ = 0;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/placement_ids.hpp"
#endif
