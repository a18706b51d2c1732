// expect: relatile: print: of arrays, numbers, what std::cout takes, and vectors
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void show(const rt::Array<double, 1>& x) { rt::print(rt::histogram(x)); }
