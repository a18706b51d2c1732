// expect: relatile: gradient: of one axis at a time: gradient\(x, step, axis\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto slopes(const rt::Array<double, 2>& x) { return rt::gradient(x); }
