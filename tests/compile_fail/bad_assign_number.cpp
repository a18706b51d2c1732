// expect: relatile: only an array can be assigned to an Array; full_like\(x, value\) makes one of a number
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void add(rt::Array<double, 2>& x) { x = 1.0; }
