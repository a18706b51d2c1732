// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/box_of_site.hpp"

#include <utility>

namespace relatile::placement {

RELATILE_INLINE BoxOfSite::BoxOfSite(std::vector<Box> boxes)
    : size_(boxes.size()), table_(std::make_shared<const std::vector<Box>>(std::move(boxes))) {}

RELATILE_INLINE BoxOfSite::BoxOfSite(int num_sites, std::function<Box(int)> rule)
    : size_(static_cast<std::size_t>(num_sites)) {
  if (num_sites > most_sites_written_out) {
    rule_ = std::make_shared<const std::function<Box(int)>>(std::move(rule));
    return;
  }
  std::vector<Box> boxes;
  for (int site = 0; site < num_sites; ++site) boxes.push_back(rule(site));
  table_ = std::make_shared<const std::vector<Box>>(std::move(boxes));
}

RELATILE_INLINE Box BoxOfSite::by_rule(std::size_t site) const {
  return (*rule_)(static_cast<int>(site));
}

RELATILE_INLINE std::vector<Box> BoxOfSite::written_out() const { return {begin(), end()}; }

RELATILE_INLINE bool BoxOfSite::is_equal(const BoxOfSite& other) const {
  if (size_ != other.size_) return false;
  if (table_ == other.table_ && rule_ == other.rule_) return true;
  for (std::size_t site = 0; site < size_; ++site) {
    if (!((*this)[site] == other[site])) return false;
  }
  return true;
}

}  // namespace relatile::placement
