// expect: relatile: grad: a number does not say what it was computed of
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/grad.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto slope(const rt::Array<double, 1>& x) { return rt::grad(rt::sum(x * x).item(), x); }
