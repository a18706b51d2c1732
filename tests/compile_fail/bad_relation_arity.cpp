// expect: relatile: this expression has another key arity than the Relation it is assigned
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

rt::Relation<rt::Dense<double, 2>, 2> joined() {
  return rt::join(relation(), relation(), rt::on<1>, rt::on<0>, rt::kernel::matmul);
}
