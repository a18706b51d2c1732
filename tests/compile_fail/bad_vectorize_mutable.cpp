// expect: relatile: vectorize: the function \(L, see above\) can't be called with elements
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto counted(const rt::Array<double, 1>& x) {
  int calls = 0;
  return rt::vectorize([calls](double e) mutable { return e + ++calls; })(x);
}
