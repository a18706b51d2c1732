// expect: relatile: an operand is neither an array nor a number of NumPy's types .*; from_span makes an array of a std::vector
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <vector>

namespace rt = relatile;

auto sum(const rt::Array<double, 1>& x, const std::vector<double>& y) { return x + y; }
