// expect: give it a name: auto shape = x.shape\(\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>
#include <vector>

namespace rt = relatile;

std::vector<std::int64_t> sizes(const rt::Array<double, 2>& x) {
  return {x.shape().begin(), x.shape().end()};
}
