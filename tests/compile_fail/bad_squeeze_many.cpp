// expect: relatile: squeeze: more axes are named than the array has
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto thin(const rt::Array<double, 1>& x) { return rt::squeeze(x, rt::axis(0, 1)); }
