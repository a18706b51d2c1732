// expect: relatile: this kernel returns an Eigen expression that points to something of its own .*return .eval\(\), or fill the output
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <Eigen/Cholesky>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto solutions() {
  return rt::join(relation(), relation(), rt::on<1>, rt::on<0>,
                  [](const auto& a, const auto& b) { return a.llt().solve(b); })
      .node();
}
