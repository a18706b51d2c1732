// expect: relatile: only: a mask is an array of bool, such as x > 0
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto total(const rt::Array<double, 2>& x) { return rt::sum(x, rt::only(x)); }
