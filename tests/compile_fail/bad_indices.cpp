// expect: relatile: more indices than the array has dimensions
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto part(const rt::Array<double, 2>& x) { return x(0, 1, 2); }
