// expect: say x.item\(\) or double\(x\); functions: rt::exp\(x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto grown(const rt::Array<double, 2>& x) { return exp(rt::sum(x) * 2.0); }
