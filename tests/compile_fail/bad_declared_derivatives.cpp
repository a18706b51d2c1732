// expect: relatile: declare: a derivative by each operand: of a join's kernel
// lines: 20
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relations.hpp>

namespace rt = relatile;

auto difference(const rt::Relation<rt::Dense<double, 2>, 2>& a) {
  const auto f = [](const auto& x, const auto& y) { return x - y; };
  const auto by_x = [](const auto& g, const auto&) { return g; };
  return rt::Relation<rt::Dense<double, 2>, 2>(
      rt::join(a, a, rt::on<0, 1>, rt::on<0, 1>, rt::declare(f).derivatives(by_x)));
}
