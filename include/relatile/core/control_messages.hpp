// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/units.hpp"

namespace relatile {

/// The size of what sites agree by, beside the data they move: counted when it is sent, and when a
/// plan is priced.
struct ControlMessage {
  /// Every agreement begins with as many numbers, of which so many are its own.
  static constexpr std::int64_t greeting_numbers = 32;
  static constexpr std::int64_t room = 28;

  /// What one site tells each other one to gather `count` numbers of every site.
  static constexpr Bytes for_numbers(std::int64_t count) {
    const std::int64_t more = count > room ? count : 0;
    return Bytes{(greeting_numbers + more) * std::int64_t(sizeof(std::int64_t))};
  }

  /// How many messages a site sends until it has the numbers of `sites`: what it has doubles with
  /// each (transport/mpi_gather.hpp).
  static constexpr std::int64_t num_rounds(std::int64_t sites) {
    std::int64_t rounds = 0;
    for (std::int64_t have = 1; have < sites; have *= 2) ++rounds;
    return rounds;
  }
};

}  // namespace relatile
