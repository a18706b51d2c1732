// expect: relatile: this reduction .see above. has no such option, as in NumPy
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto some(const rt::Array<double, 2>& x) { return rt::any(x, 0, rt::initial(1.0)); }
