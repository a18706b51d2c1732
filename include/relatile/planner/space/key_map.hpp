// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/placement/placement.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::planner {

/// rekey and filter: blocks stay where they are and get other keys.
inline bool is_key_map(const tra::Node& node) {
  return node.kind() == tra::Kind::rekey || node.kind() == tra::Kind::filter;
}

/// The same array or relation again, there only to carry a pinned placement: nothing is computed.
inline bool is_pass_through(const tra::Node& node) { return tra::is_identity(node); }

/// Where the blocks of a rekey or filter are if the input's blocks stay where `held` has them.
inline placement::Placement mapped_placement(const tra::Node& node,
                                             const placement::Placement& held) {
  const Extents& from = node.inputs[0]->type.extents;
  const Extents& to = node.type.extents;
  placement::Placement::Table boxes(static_cast<std::size_t>(held.num_sites()));
  const std::vector<std::int64_t>& behind = node.source();
  for (std::size_t slot = 0; slot < behind.size(); ++slot) {
    if (behind[slot] < 0) continue;
    const Key source = key_from_linear_index(behind[slot], from);
    const Box one = unit_box(source);
    const Key key = key_from_linear_index(static_cast<std::int64_t>(slot), to);
    const Box mapped = unit_box(key);
    for (std::size_t site = 0; site < boxes.size(); ++site) {
      if (held.holds(static_cast<int>(site), one)) boxes[site].push_back(mapped);
    }
  }
  return {std::move(boxes), "by key"};
}

}  // namespace relatile::planner
