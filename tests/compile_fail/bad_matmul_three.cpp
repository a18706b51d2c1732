// expect: relatile: matmul: takes two arrays; .* multi_dot\(a, b, c\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product(const rt::Array<double, 2>& a) { return rt::matmul(a, a, a); }
