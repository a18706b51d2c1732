// expect: relatile: reshape: a shape is written in braces: reshape\(x, \{3, 4\}\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto matrix(const rt::Array<double, 1>& x) { return rt::reshape(x, 4, 4); }
