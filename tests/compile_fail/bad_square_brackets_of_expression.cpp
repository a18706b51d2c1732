// expect: relatile: x\[...\]: indices are written in parentheses
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto some(const rt::Array<double, 1>& x) { return (x + 1.0)[x > 0.0]; }
