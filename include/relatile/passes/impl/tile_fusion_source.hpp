// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/tile_fusion_source.hpp"

namespace relatile::pass {

RELATILE_INLINE bool TileFusionSource::can_be_cut(int s) const {
  const plan::Step& one = step(s);
  if (one.kind != plan::StepKind::local || one.iteration.empty() || one.slice.count > 1) {
    return false;
  }
  // A selection goes through all of its indices in every part.
  if (node(s).selects()) return false;
  const tra::Kind kind = node(s).kind();
  return (kind == tra::Kind::map || kind == tra::Kind::contract) && node(s).source().empty() &&
         !groups_.of(s);
}

RELATILE_INLINE std::vector<int> TileFusionSource::largest_values(std::int64_t fewest_bytes) const {
  std::vector<std::pair<std::int64_t, int>> sizes;
  for (int s = 0; s < num_steps(); ++s) {
    const int v = step(s).output;
    if (!can_be_cut(s) || kept(v) || readers(v).empty()) continue;
    const std::int64_t bytes = largest_bytes(s);
    if (bytes >= fewest_bytes) sizes.emplace_back(-bytes, v);
  }
  std::sort(sizes.begin(), sizes.end());
  std::vector<int> values;
  for (const auto& [size, v] : sizes) values.push_back(v);
  return values;
}

}  // namespace relatile::pass
