// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/core/shared.hpp"
#include "relatile/plan/transfers.hpp"

namespace relatile::plan {

/// The pattern an exchange has; the transport runs the regular ones as collectives.
enum class Pattern : std::uint8_t {
  none,            ///< nothing leaves any site
  broadcast,       ///< per group, one site's box goes to all others
  all_gather,      ///< per group, every site's box goes to all others
  all_to_all,      ///< per group, every site has something for others
  point_to_point,  ///< irregular
};

inline const char* name_of(Pattern pattern) {
  constexpr std::array names{"none", "broadcast", "all_gather", "all_to_all", "point_to_point"};
  return nth(names, pattern);
}

/// Which regions go from which site to which. The cost model counts this value and the transport
/// executes this value, so what is predicted is what is sent.
struct Exchange {
  Pattern pattern = Pattern::none;
  bool reduces = false;  ///< regions that arrive for one place are combined, in a fixed order
  Transfers transfers;
  Shared<std::vector<std::vector<int>>> groups;  ///< who take part together, for collectives
};

}  // namespace relatile::plan
