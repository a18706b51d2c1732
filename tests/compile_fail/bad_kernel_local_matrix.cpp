// expect: relatile: this kernel returns an Eigen expression that points to something of its own .*return .eval\(\), or fill the output
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto centred() {
  return rt::transform(relation(), [](const auto& block) {
    const Eigen::RowVectorXd mean = block.colwise().mean();
    return block.rowwise() - mean;
  });
}
