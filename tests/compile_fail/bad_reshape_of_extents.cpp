// expect: relatile: reshape: an Extents has any number of dimensions, so say how many: reshape<2>\(x, shape\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto matrix(const rt::Array<double, 1>& x, const rt::Extents& shape) {
  return rt::reshape(x, shape);
}
