// expect: relatile: vectorize: .*: vectorize\(f\)\(x, y\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto next(const rt::Array<double, 1>& x) {
  return rt::vectorize([](double e) { return e + 1; }, x);
}
