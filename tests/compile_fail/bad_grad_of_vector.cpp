// expect: relatile: grad: the loss has to be one number, .* grad\(sum\(y\), x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/grad.hpp>

namespace rt = relatile;

auto slope(const rt::Array<double, 1>& x) { return rt::grad(rt::exp(x), x); }
