// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace relatile::pass {

/// When steps that follow each other are executed in panels that stay in cache.
struct CacheLimits {
  /// What passes between the steps, in bytes at a time: a share of a cache. 0: never.
  std::int64_t panel_bytes = std::int64_t(1) << 22;
  std::int64_t fewest_bytes = std::int64_t(1) << 24;  ///< less stays in cache as a whole
  std::int64_t fewest_rows = 256;                     ///< products of fewer are slower
  std::int64_t most_flops = 128;  ///< per byte that is spared: where more, memory is no limit
  /// Of the boxes that slices are written down in, one for every step and site.
  std::int64_t most_boxes = std::int64_t(1) << 18;
  /// By which the plan's peak memory may grow, on the fullest site: panels are there beside
  /// results.
  std::int64_t most_more_bytes = std::int64_t(1) << 24;
  friend bool operator==(const CacheLimits&, const CacheLimits&) = default;
};

}  // namespace relatile::pass
