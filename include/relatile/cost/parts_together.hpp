// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/cost/site_sums.hpp"
#include "relatile/cost/union_count.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::cost {

/// What sites need of one value that any of several placements gives them, each element once. It is
/// counted once for all placements that the value may come from.
class PartsTogether {
 public:
  /// None of the placements is irregular.
  explicit PartsTogether(std::span<const placement::Sharding* const> parts);

  /// What sites that hold `have` keep and lack of it, site by site.
  SiteSums sums(const placement::Sharding& have) const;

  std::span<const placement::Sharding* const> parts() const { return parts_; }

 private:
  /// The same of sites that have boxes of no closed form.
  SiteSums sums_of_boxes(const placement::Placement& have) const;
  /// What of all parts a site keeps of a box that it holds, by its range in each dimension.
  template <class RangeOf>  // Range(std::size_t)
  std::int64_t kept(int site, const RangeOf& held, detail::UnionCount& count) const;

  std::vector<const placement::Sharding*> parts_;
  std::vector<AllRanges> ranges_;     ///< of each part
  std::vector<Range> asked_;          ///< what any site may need, dimension by dimension
  std::vector<std::int64_t> wanted_;  ///< elements of all parts, site by site
  std::vector<Range> hulls_;          ///< around all parts, dimension by dimension
};

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/parts_together.hpp"
#endif
