// expect: relatile: what is assigned to a part is an array or a number; .* x\(0\) = array\(v\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <vector>

namespace rt = relatile;

void set(rt::Array<double, 2>& x, const std::vector<double>& v) { x(0) = v; }
