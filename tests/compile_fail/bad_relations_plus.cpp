// expect: relatile: an operand is a relation; make an array of it: to_array\(r\), or join
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto both(const rt::Array<double, 2>& x) { return rt::blocks(x, {2, 2}) + rt::blocks(x, {2, 2}); }
