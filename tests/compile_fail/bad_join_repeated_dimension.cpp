// expect: relatile: join: on<...> names a key dimension twice
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto joined() {
  return rt::join(relation(), relation(), rt::on<0, 0>, rt::on<0, 1>, rt::kernel::multiply);
}
