// expect: relatile: a reduction .see above. takes axes, which are whole numbers
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto part(const rt::Array<double, 2>& x) { return rt::sum(x, "0"); }
