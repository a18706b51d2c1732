// expect: relatile: argmin and argmax take one axis, which is a whole number
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto where(const rt::Array<double, 1>& x) { return rt::argmax(x, 0.5); }
