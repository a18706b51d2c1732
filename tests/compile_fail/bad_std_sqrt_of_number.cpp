// expect: say x.item\(\) or double\(x\); functions: rt::exp\(x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <cmath>

namespace rt = relatile;

double norm(const rt::Array<double, 2>& x) { return std::sqrt(rt::sum(x * x)); }
