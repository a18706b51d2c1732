// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/core/units.hpp"

namespace relatile::plan {

/// A rule that changed the program before it was planned, and what that spared all sites together.
struct AppliedRule {
  std::string name;
  std::int64_t times = 0;
  Flops flops;
  Bytes stored;  ///< that would have been written and read again

  /// Counts the use of the rule on `more_times` operators.
  void note(std::int64_t more_times, Flops more_flops, Bytes more_stored) {
    times += more_times;
    flops += more_flops;
    stored += more_stored;
  }
};

}  // namespace relatile::plan
