// expect: no loop over entries: auto .i, j, v. = rt::coordinates\(s\)
// lines: 17
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

double total(const rt::SparseArray<double, 2>& s) {
  double sum = 0;
  for (const auto& [i, j, v] : rt::coordinates(s)) sum += v;
  return sum;
}
