// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/box_index.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/placement/site_boxes.hpp"

namespace relatile::strategy {

/// Where a placement keeps each of its distinct boxes: the box and the sites that hold it.
struct Replicas {
  Box box;
  std::vector<int> sites;
};

/// A placement from the side of its boxes: who holds each, and which of them meet another box.
class Holders {
 public:
  explicit Holders(const placement::Placement& placement);

  /// The distinct boxes, in the order of the first site that holds each.
  const std::vector<Replicas>& all() const { return all_; }
  const Replicas& operator[](int b) const { return nth(all_, b); }
  /// The numbers of the boxes that have something in common with `box`, ascending.
  std::vector<int> meeting(const Box& box) const { return index_.meeting(box); }
  /// The sites that hold something of any of these boxes, ascending.
  std::vector<int> sites_meeting(const placement::SiteBoxes& boxes) const;
  /// No two of the distinct boxes have anything in common.
  bool are_disjoint() const { return are_disjoint_; }

  /// A box that a site holds, and the number that it has among the holders of that.
  struct Held {
    int box = 0;
    std::size_t number = 0;
  };
  /// All that a site holds, boxes ascending.
  const std::vector<Held>& held_by(int site) const { return nth(held_by_, site); }

 private:
  static std::vector<Replicas> replicas_of(const placement::Placement& placement);
  static std::vector<Box> boxes_of(const std::vector<Replicas>& all);

  std::vector<Replicas> all_;
  BoxIndex index_;
  bool are_disjoint_;
  std::vector<std::vector<Held>> held_by_;  ///< per site
};

/// The sites that may get something of these boxes, ascending: those that the holders of what is
/// needed meet, or, where nobody looked for these (null), all.
RELATILE_INLINE std::vector<int> receivers_of(const placement::SiteBoxes& boxes,
                                              const Holders* targets, int num_sites);

}  // namespace relatile::strategy

#if defined(RELATILE_DEFINITIONS)
#include "relatile/strategy/impl/holders.hpp"
#endif
