// expect: relatile: min and max of only.mask. need initial.value., as in NumPy
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto least(const rt::Array<double, 2>& x) { return rt::min(x, 0, rt::only(x > 0.0)); }
