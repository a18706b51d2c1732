// expect: relatile: matmul: an operand is no array; .* array\(v\) of a std::vector
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <vector>

namespace rt = relatile;

auto product(const rt::Array<double, 2>& a, const std::vector<double>& v) {
  return rt::matmul(a, v);
}
