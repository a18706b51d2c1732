// expect: relatile: concatenate: arrays go in braces: concatenate\(\{x, y\}, axis\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto both(const rt::Array<double, 1>& x) { return rt::concatenate(x, x); }
