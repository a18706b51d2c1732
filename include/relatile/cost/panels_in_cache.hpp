// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::cost {

/// A part of an array that is no larger than this, made by one step and read by the next, does not
/// leave the caches in between.
inline constexpr Bytes stays_in_cache{std::int64_t(1) << 24};
/// What a byte there costs of one in memory: panels are in the cache that cores share.
inline constexpr double price_in_cache = 0.4;

/// The values of a plan that are parts of arrays, there for the steps that follow only
/// (passes/cache_panels.hpp): each one of several that kernels make of a node.
///
///   complexity  O(steps), once for a plan; O(operands) for a step and a site
class PanelsInCache {
 public:
  RELATILE_INLINE explicit PanelsInCache(const plan::Plan& plan);

  /// Of what a local step reads and writes on a site, the bytes of panels that stay in cache.
  RELATILE_INLINE Bytes bytes_of(const plan::Step& step, int site) const;

 private:
  RELATILE_INLINE bool is_small_panel(int value, int site) const;

  const plan::Plan& plan_;
  std::vector<char> is_panel_;  ///< per value
};

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/panels_in_cache.hpp"
#endif
