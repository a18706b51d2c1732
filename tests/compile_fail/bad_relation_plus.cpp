// expect: relatile: an operand is a relation; make an array of it: to_array\(r\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto both(const rt::Array<double, 2>& x) { return x + relation(); }
