// expect: relatile: a reduction takes several axes as axis\(0, 2\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto part(const rt::Array<double, 2>& x) { return rt::sum(x, {0, 1}); }
