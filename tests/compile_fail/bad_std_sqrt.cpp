// expect: an array: say all\(x\).item\(\), .* functions: rt::exp\(x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <cmath>

namespace rt = relatile;

auto root(const rt::Array<double, 2>& x) { return std::sqrt(x); }
