// expect: relatile: to assign to a part, say where it is by slices and positions
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void assign(rt::Array<double, 3>& x, const rt::Array<std::int64_t, 1>& i) {
  x(rt::all_of_axis, i, i) = 1.0;
}
