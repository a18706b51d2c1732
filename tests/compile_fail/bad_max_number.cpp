// expect: relatile: a reduction .see above. takes axes, which are whole numbers: .* rt::maximum\(x, y\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto positive(const rt::Array<double, 1>& x) { return rt::max(x, 0.0); }
