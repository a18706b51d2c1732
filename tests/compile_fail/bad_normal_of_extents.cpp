// expect: relatile: random::normal: an Extents has any number of dimensions, so say how many: random::normal<double, 2>\(shape\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto noise(const rt::Array<double, 2>& y) { return rt::random::normal<double>(shape_of(y)); }
