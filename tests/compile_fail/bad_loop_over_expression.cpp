// expect: no loops over arrays: for .T e : rt::to_vector\(x\)\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

double total(const rt::Array<double, 1>& x) {
  double sum = 0;
  for (const double e : x + 1.0) sum += e;
  return sum;
}
