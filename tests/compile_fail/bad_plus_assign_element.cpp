// expect: relatile: elements and slices can't be changed, arrays are values
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void add(rt::Array<double, 2>& x) { x(0, 0) += 1; }
