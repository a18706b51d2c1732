// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/placement.hpp"

namespace relatile::placement {

RELATILE_INLINE Placement::Placement() : Placement(Table(), {}) {}

RELATILE_INLINE Placement::Placement(Table boxes, std::string words)
    : text(std::move(words)), table_(std::make_shared<const Table>(std::move(boxes))) {}

RELATILE_INLINE bool Placement::holds(int site, const Box& box) const {
  if (box.empty()) return true;
  for (const auto& own : of(site)) {
    if (own.contains(box)) return true;
  }
  if (!in_one_piece_) return false;
  std::int64_t held = 0;  // a site's boxes have no element in common
  for (const auto& own : of(site)) held += intersect(own, box).count();
  return held == box.count() && pieces(site).size() == 1;
}

RELATILE_INLINE Placement Placement::in_one_piece() && {
  in_one_piece_ = true;
  return std::move(*this);
}

RELATILE_INLINE SiteBoxes Placement::pieces(int site) const {
  const SiteBoxes boxes = of(site);
  if (!in_one_piece_ || boxes.size() < 2) return boxes;
  std::int64_t held = 0;
  for (const Box& box : boxes) held += box.count();
  const Box hull = hull_of({boxes.begin(), boxes.size()}, boxes.front().rank());
  return is_used(hull, held) ? SiteBoxes(hull) : boxes;
}

RELATILE_INLINE Placement::Table Placement::table() const {
  if (table_) return *table_;
  Table boxes;
  for (const Box& box : one_) {
    boxes.push_back(box.empty() ? std::vector<Box>{} : std::vector<Box>{box});
  }
  return boxes;
}

RELATILE_INLINE bool Placement::is_equal(const Placement& other) const {
  if (num_sites() != other.num_sites() || in_one_piece_ != other.in_one_piece_) return false;
  if (table_ && table_ == other.table_) return true;
  if (!table_ && !other.table_) return one_ == other.one_;
  for (int site = 0; site < num_sites(); ++site) {
    if (!(of(site) == other.of(site))) return false;
  }
  return true;
}

RELATILE_INLINE Placement replicated(int num_sites, const Extents& extents) {
  return {BoxOfSite(
              num_sites, [](int, const Extents& whole) { return Box::whole(whole); }, extents),
          "all"};
}

RELATILE_INLINE Placement on_site(int num_sites, int site, const Extents& extents) {
  const auto box = [](int any, int holder, const Extents& whole) {
    return any == holder ? Box::whole(whole) : Box::nothing(whole.rank());
  };
  return {BoxOfSite(num_sites, box, site, extents), "site " + std::to_string(site)};
}

}  // namespace relatile::placement
