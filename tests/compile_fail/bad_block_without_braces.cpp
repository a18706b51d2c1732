// expect: relatile: block: rows of arrays go in braces
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto both(const rt::Array<double, 2>& a) { return rt::block(a, a); }
