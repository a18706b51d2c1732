// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/both_parts.hpp"

#include <utility>
#include <vector>

#include "relatile/core/box.hpp"

namespace relatile::placement {

RELATILE_INLINE Sharding both_parts(const Sharding& first, const Sharding& second) {
  Placement::Table boxes;
  for (int site = 0; site < first.num_sites; ++site) {
    std::vector<Box>& here = boxes.emplace_back();
    const Box whole = first.box(site);
    if (!whole.empty()) here.push_back(whole);
    const Box other = second.box(site);
    if (other.empty()) continue;
    for (Box& rest : difference(other, whole)) here.push_back(std::move(rest));
  }
  return irregular_sharding(Placement(std::move(boxes), first.text + " and " + second.text));
}

}  // namespace relatile::placement
