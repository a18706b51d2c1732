// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/runtime/leave_core.hpp>

#include "support/catch.hpp"

namespace leave_core_test {

#if defined(__linux__)

using relatile::runtime::current_core;
using relatile::runtime::leave_core;

namespace {

cpu_set_t allowed_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  REQUIRE(sched_getaffinity(0, sizeof(cores), &cores) == 0);
  return cores;
}

}  // namespace

TEST_CASE("a thread leaves a core for another one, and may run afterwards where it might before") {
  const cpu_set_t before = allowed_cores();
  bool left = CPU_COUNT(&before) == 1;
  // The kernel may move it back at any time.
  for (int attempt = 0; attempt < 100 && !left; ++attempt) {
    const int core = current_core();
    leave_core(core);
    left = current_core() != core;
  }
  CHECK(left);
  const cpu_set_t after = allowed_cores();
  CHECK(CPU_EQUAL(&before, &after));
}

TEST_CASE("a thread that is bound to its core stays there") {
  const cpu_set_t before = allowed_cores();
  cpu_set_t one;
  CPU_ZERO(&one);
  const int core = current_core();
  CPU_SET(static_cast<unsigned>(core), &one);
  REQUIRE(sched_setaffinity(0, sizeof(one), &one) == 0);
  leave_core(core);
  const int now = current_core();
  const cpu_set_t bound = allowed_cores();
  REQUIRE(sched_setaffinity(0, sizeof(before), &before) == 0);
  CHECK(now == core);
  CHECK(CPU_EQUAL(&one, &bound));
}

#endif

}  // namespace leave_core_test
