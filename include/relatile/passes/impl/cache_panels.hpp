// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/cache_panels.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/passes/slice_plan.hpp"
#include "relatile/passes/sliced_steps.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::pass::detail {

RELATILE_INLINE std::size_t ProductSides::part(int label) const {
  std::size_t part = 0;
  for (const Access& access : product_.accesses) {
    part = 2 * part + (access.has_label(label) ? 1 : 0);
  }
  return 2 * part + (product_.aggregates(label) ? 0 : 1);
}

RELATILE_INLINE std::int64_t most_slices(const TileFusion& fusion, std::size_t direction,
                                         const CacheLimits& limits) {
  std::int64_t most = fusion.extent(direction);
  for (const auto& [s, labels] : fusion.members()) {
    const tra::Node& node = fusion.node(s);
    const int label = labels[direction];
    if (node.kind() != tra::Kind::contract) continue;
    const ProductSides product(node, fusion.largest_share(s));
    const std::int64_t length = product.length_with(label);
    if (length == 0 || !product.is_of_matrices()) continue;
    most = std::min(most, std::max<std::int64_t>(length / limits.fewest_rows, 1));
  }
  return most;
}

RELATILE_INLINE Extents best_slices(const TileFusion& fusion, const CacheLimits& limits,
                                    int num_sites) {
  const std::int64_t bytes = fusion.bytes_at_once();
  const std::int64_t most = std::max<std::int64_t>(
      limits.most_boxes / (static_cast<std::int64_t>(fusion.members().size()) * num_sites), 1);
  if (bytes / most > limits.fewest_bytes) return {};
  std::int64_t parts = std::min((bytes + limits.panel_bytes - 1) / limits.panel_bytes, most);
  Extents counts;
  for (std::size_t d = 0; d < fusion.num_directions(); ++d) {
    const std::int64_t count = std::clamp<std::int64_t>(parts, 1, most_slices(fusion, d, limits));
    counts.push_back(count);
    parts = (parts + count - 1) / count;
  }
  return counts;
}

RELATILE_INLINE std::optional<CutFusion> best_fusion(const TileFusionSource& source, int value,
                                                     const CacheLimits& limits) {
  std::optional<CutFusion> best;
  const auto consider = [&](const std::vector<int>& dims) {
    std::optional<TileFusion> fusion = TileFusion::through(source, value, dims, limits.panel_bytes);
    if (!fusion) return;
    const std::int64_t bytes = fusion->bytes_between();
    if (bytes < limits.fewest_bytes || fusion->flops() > limits.most_flops * bytes) return;
    const Extents counts = best_slices(*fusion, limits, source.plan().num_sites);
    if (volume(counts) < 2) return;
    if (best) {
      const std::int64_t spared = bytes - best->bytes_between;
      if (spared < 0 || (spared == 0 && volume(counts) <= volume(best->counts))) return;
    }
    best = CutFusion{*std::move(fusion), bytes, counts};
  };
  const int rank = source.rank_of(value);
  for (int d = 0; d < rank; ++d) consider({d});
  // Outer dimensions one after another, until panels are small enough.
  std::vector<int> outer;
  for (int d = 0; d < rank; ++d) {
    outer.push_back(d);
    if (outer.size() > 1) consider(outer);
  }
  return best;
}

}  // namespace relatile::pass::detail

namespace relatile::pass {

RELATILE_INLINE plan::Plan with_cache_panels(plan::Plan plan, std::int64_t message_limit,
                                             const CacheLimits& limits) {
  if (limits.panel_bytes <= 0) return plan;
  SlicedGroups groups(plan);
  const TileFusionSource source(plan, groups);
  for (int v : source.largest_values(limits.panel_bytes)) {
    if (!source.can_be_cut(source.maker(v))) continue;  // in a fusion by now
    const auto best = detail::best_fusion(source, v, limits);
    if (best) groups.add(best->fusion.cut_into(best->counts));
  }
  if (groups.all().empty()) return plan;
  plan::Plan sliced = SlicedPlan(plan, groups, message_limit).plan();
  // Outputs of one fusion are made together: that may take more than it spares.
  const auto bytes = [](const plan::Plan& any) { return schedule::about_peak(any); };
  return bytes(sliced) > bytes(plan) + limits.most_more_bytes ? plan : sliced;
}

}  // namespace relatile::pass
