// expect: relatile: norm: an order with a name is of a matrix
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto size(const rt::Array<double, 1>& x) { return rt::norm(x, "fro"); }
