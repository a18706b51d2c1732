// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/placement.hpp"

namespace relatile::placement {

RELATILE_INLINE bool Placement::holds(int site, const Box& box) const {
  if (box.empty()) return true;
  for (const auto& own : of(site)) {
    if (own.contains(box)) return true;
  }
  return false;
}

RELATILE_INLINE Placement replicated(int num_sites, const Extents& extents) {
  Placement all;
  all.text = "all";
  all.boxes.assign(static_cast<std::size_t>(num_sites), {Box::whole(extents)});
  return all;
}

RELATILE_INLINE Placement on_site(int num_sites, int site, const Extents& extents) {
  Placement one;
  one.text = "site " + std::to_string(site);
  one.boxes.assign(static_cast<std::size_t>(num_sites), {});
  one.boxes[static_cast<std::size_t>(site)] = {Box::whole(extents)};
  return one;
}

}  // namespace relatile::placement
