// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/planner/space/placement_ids.hpp"

namespace relatile::planner {

/// Spaces, once for all that are alike: a node that may work where its operand is has its operand's
/// placements besides its own, so that thousands of nodes, each with another operand, come to the
/// same few spaces. Their addresses stand for them in the tables of a search.
class AlikeSpaces {
 public:
  /// The space, or the one like it that a node of the same structure had before: its
  /// `StructureKey`, or the `given_structure` of what is where it is told.
  std::shared_ptr<const NodeSpace> kept(const std::string& structure, NodeSpace space);

  /// Lets equal placements have the ranges that are written down in one place: on 64 sites they
  /// take two kilobytes, and by their address placements are known.
  void share_ranges(std::vector<placement::Sharding>& placements);

 private:
  PlacementIds ids_;
  std::vector<std::shared_ptr<const std::vector<Range>>> ranges_;  ///< by number of the placement
  std::unordered_map<std::string, std::shared_ptr<const NodeSpace>> spaces_;  ///< by all of it
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/alike_spaces.hpp"
#endif
