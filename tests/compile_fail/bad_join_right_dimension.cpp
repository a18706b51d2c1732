// expect: relatile: join: on<...> names a key dimension that the right relation does not have
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto joined() {
  return rt::join(relation(), relation(), rt::on<0>, rt::on<-1>, rt::kernel::multiply);
}
