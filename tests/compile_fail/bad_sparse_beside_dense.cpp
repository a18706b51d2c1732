// expect: relatile: hstack: arrays in braces have .* all dense or all sparse
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto beside(const rt::SparseArray<double>& s, const rt::Array<double, 2>& x) {
  return rt::hstack({s, x});
}
