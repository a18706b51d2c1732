// expect: relatile: bincount: x is a vector of integers, not of other elements
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto counts(const rt::Array<double, 1>& x) { return rt::bincount(x); }
