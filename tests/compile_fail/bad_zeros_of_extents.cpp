// expect: relatile: zeros: an Extents has any number of dimensions, so say how many: zeros<double, 2>\(shape\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto matrix(const rt::Extents& shape) { return rt::zeros(shape); }
