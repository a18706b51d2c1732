// expect: relatile: this kernel returns an Eigen expression that points to something of its own .*return .eval\(\), or fill the output
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto made() {
  return rt::relation_from_blocks<rt::Dense<double, 2>, 1>({3}, [](const auto& key) {
    const Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(2, 2);
    return ones * static_cast<double>(key[0]);
  });
}
