// expect: relatile: matmul: an operand is a number, and both are arrays; use \* for numbers
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product(const rt::Array<double, 2>& a) { return rt::matmul(a, 2.0); }
