// expect: relatile: squeeze: name the axes that go, squeeze\(x, 0\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto thin(const rt::Array<double, 3>& x) { return rt::squeeze(x); }
