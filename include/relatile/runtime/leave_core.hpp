// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#if defined(__linux__)
#include <sched.h>
#endif

namespace relatile::runtime {

/// The core that this thread runs on; -1 if nobody knows.
inline int current_core() {
#if defined(__linux__)
  return sched_getcpu();
#else
  return -1;
#endif
}

/// Moves this thread to another core, if it may run on one, should it be on `core`. A thread that
/// wakes after the other cores have slept (those of a virtual machine, above all) may be put on the
/// core of the thread that woke it, and both share that for some 50 milliseconds. Where it may run
/// is afterwards as before.
inline void leave_core([[maybe_unused]] int core) {
#if defined(__linux__)
  if (core < 0 || core >= CPU_SETSIZE || sched_getcpu() != core) return;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return;
  cpu_set_t others = allowed;
  CPU_CLR(static_cast<unsigned>(core), &others);
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof(others), &others) != 0) return;
  sched_setaffinity(0, sizeof(allowed), &allowed);
#endif
}

}  // namespace relatile::runtime
