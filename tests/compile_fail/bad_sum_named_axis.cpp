// expect: relatile: a reduction takes its axis as a number, and options after it: sum\(x, 0, keepdims\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto sums(const rt::Array<double, 2>& x) { return rt::sum(x, {.axis = 0}); }
