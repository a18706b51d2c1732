// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/box.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include "relatile/core/extents.hpp"

namespace relatile {

RELATILE_INLINE Box hull_of(std::span<const Box> boxes, int rank) {
  Box hull = Box::nothing(rank);
  for (const Box& box : boxes) hull = box_around(hull, box);
  return hull;
}

RELATILE_INLINE std::vector<Box> difference(Box a, const Box& b) {
  std::vector<Box> rest;
  if (a.empty()) return rest;
  if (intersect(a, b).empty()) return {a};
  for (int d = 0; d < a.rank(); ++d) {
    if (a.low[d] < b.low[d]) {
      Box below = a;
      below.high[d] = b.low[d];
      rest.push_back(below);
      a.low[d] = b.low[d];
    }
    if (a.high[d] > b.high[d]) {
      Box above = a;
      above.low[d] = b.high[d];
      rest.push_back(above);
      a.high[d] = b.high[d];
    }
  }
  return rest;
}

RELATILE_INLINE std::ostream& operator<<(std::ostream& out, const Box& box) {
  if (box.empty()) return out << "[]";
  out << '[';
  for (int d = 0; d < box.rank(); ++d) {
    out << (d ? ", " : "") << box.low[d] << ':' << box.high[d];
  }
  return out << ']';
}

}  // namespace relatile
