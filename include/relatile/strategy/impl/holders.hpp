// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/strategy/holders.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::strategy {

RELATILE_INLINE Holders::Holders(const placement::Placement& placement)
    : all_(replicas_of(placement)),
      index_(boxes_of(all_)),
      are_disjoint_(disjoint(boxes_of(all_))),
      held_by_(static_cast<std::size_t>(placement.num_sites())) {
  for (std::size_t b = 0; b < all_.size(); ++b) {
    for (std::size_t r = 0; r < all_[b].sites.size(); ++r) {
      nth(held_by_, all_[b].sites[r]).push_back({static_cast<int>(b), r});
    }
  }
}

RELATILE_INLINE std::vector<Replicas> Holders::replicas_of(const placement::Placement& placement) {
  std::vector<Replicas> all;
  std::map<std::pair<Extents, Extents>, std::size_t> known;
  for (int site = 0; site < placement.num_sites(); ++site) {
    for (const auto& box : placement.of(site)) {
      if (box.empty()) continue;
      const auto [same, is_new] = known.try_emplace({box.low, box.high}, all.size());
      if (is_new) all.push_back({box, {}});
      all[same->second].sites.push_back(site);
    }
  }
  return all;
}

RELATILE_INLINE std::vector<int> Holders::sites_meeting(const placement::SiteBoxes& boxes) const {
  std::vector<int> found;
  for (const auto& box : boxes) {
    for (const int b : meeting(box)) {
      const std::vector<int>& sites = (*this)[b].sites;
      found.insert(found.end(), sites.begin(), sites.end());
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

RELATILE_INLINE std::vector<int> receivers_of(const placement::SiteBoxes& boxes,
                                              const Holders* targets, int num_sites) {
  if (targets) return targets->sites_meeting(boxes);
  std::vector<int> all(static_cast<std::size_t>(num_sites));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

RELATILE_INLINE std::vector<Box> Holders::boxes_of(const std::vector<Replicas>& all) {
  std::vector<Box> boxes;
  for (const auto& replicas : all) boxes.push_back(replicas.box);
  return boxes;
}

}  // namespace relatile::strategy
