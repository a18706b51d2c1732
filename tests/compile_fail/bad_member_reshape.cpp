// expect: no member: rt::reshape\(x, \{2, -1\}\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto flat(const rt::Array<double, 2>& x) { return x.reshape({4, 3}); }
