// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"

namespace relatile::placement {

/// Which site holds what: per site, disjoint boxes of an array's elements or of a relation's keys.
///
/// Regular placements hold one box a site; after rekey and filter a site may hold scattered keys,
/// one unit box each. ALL(R) of [tra21] is every site holding the whole box, PART_D(R) disjoint
/// boxes that split the dimensions D.
struct Placement {
  std::vector<std::vector<Box>> boxes;
  std::string text;  ///< in words, for explain: "split(i:4)", "all"

  int num_sites() const { return static_cast<int>(boxes.size()); }
  const std::vector<Box>& of(int site) const { return boxes[static_cast<std::size_t>(site)]; }

  /// True if `site` holds all of `box` inside one of its boxes, so that it can be read in place.
  bool holds(int site, const Box& box) const;
  /// Two placements are equal if every site holds equal boxes, whatever they are called.
  friend bool operator==(const Placement& a, const Placement& b) { return a.boxes == b.boxes; }
};

RELATILE_INLINE Placement replicated(int num_sites, const Extents& extents);

/// On every site what `box_of(site)` says; nothing where that is empty.
template <class BoxOf>
Placement one_box_a_site(int num_sites, std::string text, BoxOf&& box_of) {
  Placement placed;
  placed.text = std::move(text);
  for (int site = 0; site < num_sites; ++site) {
    const Box box = box_of(site);
    placed.boxes.push_back(box.empty() ? std::vector<Box>{} : std::vector<Box>{box});
  }
  return placed;
}

RELATILE_INLINE Placement on_site(int num_sites, int site, const Extents& extents);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/placement.hpp"
#endif
