// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/parts_together.hpp"

#include <cstddef>

namespace relatile::cost {

RELATILE_INLINE PartsTogether::PartsTogether(std::span<const placement::Sharding* const> parts)
    : parts_(parts.begin(), parts.end()) {
  for (const auto* part : parts_) ranges_.emplace_back(*part);
  const std::size_t rank = parts_.front()->dims.size();
  const auto num_sites = static_cast<std::size_t>(parts_.front()->num_sites);
  for (std::size_t d = 0; d < rank; ++d) {
    asked_.push_back(detail::asked(parts_.front()->dims[d]));
    for (const auto* part : parts_) {
      asked_.back() = detail::hull(asked_.back(), detail::asked(part->dims[d]));
    }
  }
  hulls_.resize(rank * num_sites);
  detail::UnionCount count(rank);
  for (std::size_t s = 0; s < num_sites; ++s) {
    const int site = static_cast<int>(s);
    count.clear();
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      if (!parts_[k]->holds(site)) continue;
      count.add([&](std::size_t d) { return ranges_[k](d, site); });
      for (std::size_t d = 0; d < rank; ++d) {
        Range& around = hulls_[d * num_sites + s];
        const Range part = ranges_[k](d, site);
        around = detail::hull(around, part);
      }
    }
    wanted_.push_back(count.count_like_before());
  }
}

template <class RangeOf>
std::int64_t PartsTogether::kept(int site, const RangeOf& held, detail::UnionCount& count) const {
  count.clear();
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (!parts_[k]->holds(site)) continue;
    count.add([&](std::size_t d) { return detail::common(ranges_[k](d, site), held(d)); });
  }
  return count.count_like_before();
}

RELATILE_INLINE SiteSums PartsTogether::sums_of_boxes(const placement::Placement& have) const {
  const std::size_t rank = asked_.size();
  detail::UnionCount count(rank);
  SiteSums sums;
  for (std::size_t s = 0; s < wanted_.size(); ++s) {
    const int site = static_cast<int>(s);
    std::int64_t held_here = 0;
    std::int64_t kept_here = 0;
    for (const Box& own : have.of(site)) {  // which have nothing in common
      const auto range = [&](std::size_t d) {
        return Range{own.low[static_cast<int>(d)], own.high[static_cast<int>(d)]};
      };
      std::int64_t held = 1;
      for (std::size_t d = 0; d < rank; ++d) {
        held *= detail::length(detail::common(range(d), asked_[d]));
      }
      held_here += held;
      kept_here += kept(site, range, count);
    }
    sums.add(held_here, wanted_[s], kept_here);
  }
  return sums;
}

RELATILE_INLINE SiteSums PartsTogether::sums(const placement::Sharding& have) const {
  if (have.irregular) return sums_of_boxes(*have.irregular);
  const AllRanges held(have);
  const std::size_t rank = have.dims.size();
  detail::UnionCount count(rank);
  SiteSums sums;
  for (std::size_t s = 0; s < wanted_.size(); ++s) {
    const int site = static_cast<int>(s);
    std::int64_t held_here = have.holds(site) ? 1 : 0;
    bool has_all = true;  // or nothing, of what is around all parts
    bool has_none = held_here == 0;
    for (std::size_t d = 0; d < rank; ++d) {
      const Range own = held(d, site);
      const Range hull = hulls_[d * wanted_.size() + s];
      held_here *= detail::length(detail::common(own, asked_[d]));
      has_all = has_all && own.low <= hull.low && hull.high <= own.high;
      has_none = has_none || own.high <= hull.low || hull.high <= own.low;
    }
    const auto own = [&](std::size_t d) { return held(d, site); };
    const std::int64_t kept_here = has_none ? 0 : has_all ? wanted_[s] : kept(site, own, count);
    sums.add(held_here, wanted_[s], kept_here);
  }
  return sums;
}

}  // namespace relatile::cost
