// expect: relatile: of a sparse matrix there are sum, mean, min, max, prod, var, std, ptp
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto some(const rt::SparseArray<double>& s, const rt::Array<bool, 2>& m) {
  return rt::sum(s, rt::only(m));
}
