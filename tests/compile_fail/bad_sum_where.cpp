// expect: relatile: NumPy's where=mask is only\(mask\) here
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto total(const rt::Array<double, 2>& x) { return rt::sum(x, 0, rt::where(x > 0.0)); }
