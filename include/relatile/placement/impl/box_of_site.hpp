// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/box_of_site.hpp"

#include <cstdint>
#include <utility>

namespace relatile::placement {

RELATILE_INLINE BoxOfSite::BoxOfSite(std::vector<Box> boxes)
    : size_(boxes.size()), table_(std::make_shared<const std::vector<Box>>(std::move(boxes))) {}

RELATILE_INLINE void BoxOfSite::set_rule(std::shared_ptr<const BoxRule> rule) {
  rule_ = std::move(rule);
  if (size_ > most_sites_written_out) return;
  table_ = std::make_shared<const std::vector<Box>>(written_out());
  rule_ = nullptr;
}

RELATILE_INLINE Box BoxOfSite::by_rule(std::size_t site) const {
  return rule_->box(static_cast<int>(site));
}

RELATILE_INLINE std::vector<Box> BoxOfSite::written_out() const { return {begin(), end()}; }

RELATILE_INLINE bool BoxOfSite::has_same_form(const BoxOfSite& other) const {
  if (size_ != other.size_) return false;
  if (table_ == other.table_ && rule_ == other.rule_) return true;
  if (rule_ && other.rule_) return rule_->is_same(*other.rule_);
  return table_ && other.table_ && *table_ == *other.table_;
}

RELATILE_INLINE std::size_t BoxOfSite::hash() const {
  std::size_t hash = size_;
  if (empty()) return hash;
  const auto add = [&](std::int64_t number) {
    hash = (hash ^ static_cast<std::size_t>(number)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  };
  for (const std::size_t site : {std::size_t(0), size_ / 3, size_ - 1}) {
    const Box box = (*this)[site];
    if (box.empty()) add(-1);  // all empty boxes are equal
    if (box.empty()) continue;
    for (int d = 0; d < box.rank(); ++d) {
      add(box.low[d]);
      add(box.high[d]);
    }
  }
  return hash;
}

RELATILE_INLINE bool BoxOfSite::is_equal(const BoxOfSite& other) const {
  if (size_ != other.size_) return false;
  if (has_same_form(other)) return true;
  for (std::size_t site = 0; site < size_; ++site) {
    if (!((*this)[site] == other[site])) return false;
  }
  return true;
}

}  // namespace relatile::placement
