// expect: relatile: trace takes a matrix
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto total(const rt::Array<double, 1>& x) { return rt::trace(x); }
