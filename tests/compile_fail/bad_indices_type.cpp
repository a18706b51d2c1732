// expect: relatile: an index is an integer, slice
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto part(const rt::Array<double, 2>& x) { return x(0, "all"); }
