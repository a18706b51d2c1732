// expect: relatile: declare: a derivative \(By, see above\) does not return a block like the operand
// lines: 23
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relations.hpp>

namespace rt = relatile;

auto squares(const rt::Relation<rt::Dense<double, 2>, 2>& a) {
  const auto f = [](const auto& x) { return x.cwiseProduct(x); };
  const auto by_x = [](const auto& g, const auto& x) { return 2 * g.cwiseProduct(x).sum(); };
  return rt::transform(a, rt::declare(f).derivatives(by_x));
}
