// expect: relatile: x\[...\]: indices are written in parentheses
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto first(const rt::Array<double, 1>& x) { return x[0]; }
