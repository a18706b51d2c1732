// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace relatile::test {

/// What goes wrong, where and when: read once from the environment.
///
///   RELATILE_FAULT   what: `error` (an MPI call returns one), `kill` (the process dies in an MPI
///                    call), `memory` (an allocation fails)
///   RELATILE_RANK    on which rank of MPI_COMM_WORLD
///   RELATILE_AT      at which call or allocation, from 1 on, while faults are on
///   RELATILE_TIMING  whatever goes wrong besides: `synchronous` (sends end when they are
///   received),
///                    `late` (what has arrived is said not to have, three times of four, and calls
///                    wait for up to a millisecond)
///   RELATILE_SEED    of the random times
class InjectedFaults {
 public:
  static InjectedFaults& get();

  /// Calls and allocations are counted from here on, or no more.
  void turn_on();
  void turn_off();
  /// Up to now, on this rank.
  std::int64_t calls() const;
  std::int64_t allocations() const;
  /// Whether what was to go wrong did.
  bool has_struck() const;

 private:
  InjectedFaults() = default;
};

}  // namespace relatile::test
