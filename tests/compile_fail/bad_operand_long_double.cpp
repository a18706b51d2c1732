// expect: relatile: an operand is neither an array nor a number of NumPy's types .*, a cast another number of a long double
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto sum(const rt::Array<double, 2>& x) { return x + 1.0L; }
