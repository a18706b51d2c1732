// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/tree_reduction.hpp"

#include <cstddef>
#include <numeric>
#include <string>

namespace relatile::placement::detail {

RELATILE_INLINE int count_of(const std::vector<SiteAxis>& axes) {
  int count = 1;
  for (const auto& axis : axes) count *= axis.size;
  return count;
}

RELATILE_INLINE std::vector<SiteAxis> axes_after(const std::vector<SiteAxis>& axes, int parts) {
  std::vector<SiteAxis> rest;
  for (const auto& axis : axes) {
    const int counted = std::gcd(parts, axis.size);
    parts /= counted;
    if (counted < axis.size) rest.push_back({axis.size / counted, axis.stride});
  }
  return rest;
}

RELATILE_INLINE int first_stage_of(int contributors) {
  int stages = 1;
  for (int most = most_contributors_at_once; most < contributors; ++stages) {
    most *= most_contributors_at_once;
  }
  const auto reaches = [&](int members) {
    int product = 1;
    for (int stage = 0; stage < stages && product < contributors; ++stage) product *= members;
    return product >= contributors;
  };
  int members = 1;
  while (!reaches(members)) ++members;
  return members;
}

RELATILE_INLINE int part_of(int size, int members, int wanted) {
  int best = 1;
  for (int part = 2; part <= size; ++part) {
    if (size % part != 0) continue;
    if (members * part > most_contributors_at_once && (members > 1 || best > 1)) break;
    best = part;
    if (members * part >= wanted) break;
  }
  return best;
}

}  // namespace relatile::placement::detail

namespace relatile::placement {

RELATILE_INLINE std::optional<Sharding> tree_reduction_stage(const Sharding& partial,
                                                             const Sharding& target) {
  if (partial.irregular || target.irregular) return std::nullopt;
  if (partial.working <= most_contributors_at_once) return std::nullopt;
  struct Cut {
    std::vector<SiteAxis>* of;  ///< the axes that it is to be added to
    SiteAxis axis;
  };
  Sharding sums = partial;
  sums.ranges.reset();
  std::vector<Cut> cuts;
  const auto add_cuts = [&](std::vector<SiteAxis>& of, const std::vector<SiteAxis>& axes,
                            int parts) {
    std::vector<SiteAxis> melted;
    for (const auto& axis : detail::axes_after(axes, parts)) append_axis(melted, axis);
    for (const auto& axis : melted) cuts.push_back({&of, axis});
  };
  for (std::size_t d = 0; d < sums.dims.size(); ++d) {
    add_cuts(sums.dims[d].axes, target.dims[d].axes, partial.dims[d].parts());
  }
  add_cuts(sums.zeros, target.zeros, detail::count_of(partial.zeros));
  int contributors = 1;
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    contributors *= cuts[c].axis.size;
    // Sites that hold the same are told apart by the inner axes.
    if (c > 0 && cuts[c].axis.stride > cuts[c - 1].axis.stride) return std::nullopt;
  }
  if (contributors <= most_contributors_at_once) return std::nullopt;
  const int wanted = detail::first_stage_of(contributors);
  int members = 1;
  for (const auto& [axes, axis] : cuts) {
    const int part = detail::part_of(axis.size, members, wanted);
    if (part > 1) append_axis(*axes, {part, axis.stride * (axis.size / part)});
    members *= part;
    if (part < axis.size || members >= wanted) break;
  }
  if (members == contributors) return std::nullopt;
  sums.text += " summed by " + std::to_string(members);
  return sums;
}

}  // namespace relatile::placement
