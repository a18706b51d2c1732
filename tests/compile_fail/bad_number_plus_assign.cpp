// expect: relatile: a number is changed by an array; take out what that has: total \+= loss.item\(\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

double total_of(const rt::Array<double, 0>& loss) {
  double total = 0;
  total += loss;
  return total;
}
