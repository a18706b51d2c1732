// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile {

/// Finds those of many boxes of one rank that have something in common with another one. Made for
/// the boxes of a grid, of which it looks at no others; right for any.
class BoxIndex {
 public:
  explicit BoxIndex(const std::vector<Box>& boxes);

  /// The numbers of the boxes that meet `box`, ascending.
  std::vector<int> meeting(const Box& box) const;

 private:
  /// Boxes that agree in all dimensions before this one, by their ranges in it.
  struct Level {
    std::vector<Range> ranges;  ///< by where they begin
    std::vector<int> next;      ///< per range, a level; in the last dimension, a leaf
    bool ends_ascend = true;    ///< ranges that begin later end later, or at the same place
  };

  int add_level(const std::vector<Box>& boxes, const std::vector<int>& some, int dim);
  void collect(int at, int dim, const Box& box, std::vector<int>& found) const;

  int rank_ = 0;
  std::vector<Level> levels_;
  std::vector<std::vector<int>> leaves_;  ///< equal boxes
};

/// Whether no two boxes have anything in common. Complexity: of the boxes of a grid, about their
/// number.
RELATILE_INLINE bool disjoint(const std::vector<Box>& boxes);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/box_index.hpp"
#endif
