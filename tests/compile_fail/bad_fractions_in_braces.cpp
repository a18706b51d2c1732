// expect: relatile: numbers in braces have a fraction, or an imaginary part
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void halve(rt::Array<int, 1>& x) { x *= {0.5, 0.5}; }
