// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/extents.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <ostream>
#include <span>
#include <sstream>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/core/extent.hpp"

namespace relatile {

RELATILE_INLINE std::ostream& operator<<(std::ostream& out, const Extents& extents) {
  out << '(';
  for (int d = 0; d < extents.rank(); ++d) out << (d ? ", " : "") << extents[d];
  return out << (extents.rank() == 1 ? ",)" : ")");
}

RELATILE_INLINE std::string to_string(const Extents& extents) {
  std::ostringstream out;
  out << extents;
  return out.str();
}

RELATILE_INLINE void throw_out_of_bounds(std::int64_t index, std::int64_t extent) {
  throw ShapeMismatch("relatile: index " + std::to_string(index) +
                      " is out of bounds for an axis of extent " + std::to_string(extent));
}

RELATILE_INLINE void throw_too_many(const Extents& extents) {
  throw LimitExceeded("relatile: an array of more than 2^63 elements, of shape " +
                      to_string(extents));
}

}  // namespace relatile
