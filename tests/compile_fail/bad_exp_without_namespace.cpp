// expect: an array: say all\(x\).item\(\), .* rt::exp\(x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto grown(const rt::Array<double, 2>& x) { return exp(x); }
