// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/buffer.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::plan {

/// Which sites read each other's memory instead of sending messages.
struct Hosts {
  std::vector<int> of_site;  ///< sites of equal numbers are on one host; empty: each by itself
  /// The smallest transfer that is read in place, in bytes. Other processes can't look where
  /// buffers smaller than the pool's are, and for these a message is no slower.
  std::int64_t in_place_bytes = std::int64_t(smallest_pooled_buffer);

  bool empty() const { return of_site.empty(); }
  bool share(int a, int b) const { return !empty() && nth(of_site, a) == nth(of_site, b); }
  friend bool operator==(const Hosts&, const Hosts&) = default;
};

}  // namespace relatile::plan
