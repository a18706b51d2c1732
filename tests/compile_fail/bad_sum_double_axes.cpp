// expect: relatile: axis: axes are whole numbers
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto total(const rt::Array<double, 2>& x) { return rt::sum(x, rt::axis(0, 1.0)); }
