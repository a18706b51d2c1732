// expect: relatile: vectorize: the function \(L, see above\) returns no number
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <string>

namespace rt = relatile;

auto texts(const rt::Array<double, 1>& x) {
  return rt::vectorize([](double e) { return std::to_string(e); })(x);
}
