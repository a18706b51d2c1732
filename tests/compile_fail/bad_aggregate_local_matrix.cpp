// expect: relatile: this kernel returns an Eigen expression that points to something of its own .*return .eval\(\), or fill the output
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto sums() {
  return rt::aggregate(relation(), rt::by<0>, [](const auto& a, const auto& b) {
    const Eigen::MatrixXd sum = a + b;
    return sum * 1.0;
  });
}
