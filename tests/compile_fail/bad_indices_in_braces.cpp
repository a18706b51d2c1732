// expect: rt::take\(x, \{0, 2\}, 0\)
// lines: 22
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto some(const rt::Array<double, 2>& x) { return x({0, 2}); }
