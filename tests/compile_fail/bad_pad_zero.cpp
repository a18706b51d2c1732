// expect: relatile: pad: the mode comes before the value
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto around(const rt::Array<double, 2>& x) { return rt::pad(x, 1, 0); }
