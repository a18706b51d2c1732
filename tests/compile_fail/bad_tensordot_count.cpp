// expect: relatile: tensordot: the number of axes, .* tensordot<1>\(a, b\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product(const rt::Array<double, 2>& a) { return rt::tensordot(a, a, 1); }
