// expect: relatile: broadcast_to: an Extents has any number of dimensions, so say how many: broadcast_to<2>\(x, shape\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto wide(const rt::Array<double, 1>& x, const rt::Array<double, 2>& y) {
  return rt::broadcast_to(x, shape_of(y));
}
