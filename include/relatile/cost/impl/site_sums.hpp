// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/site_sums.hpp"

#include <algorithm>
#include <array>

#include "relatile/core/nth.hpp"

namespace relatile::cost::detail {

RELATILE_INLINE void add_to_front(std::vector<WantedAndKept>& front, WantedAndKept pair) {
  for (const auto& [wanted, kept] : front) {
    if (wanted >= pair.first && kept <= pair.second) return;
  }
  std::erase_if(front, [&](const WantedAndKept& other) {
    return pair.first >= other.first && pair.second <= other.second;
  });
  front.push_back(pair);
}

RELATILE_INLINE bool GroupedSums::set_mesh() {
  sites_ = std::max(have_.working, need_.working);
  if (sites_ % have_.working != 0 || sites_ % need_.working != 0) return false;
  mesh_.add_boundary(1);
  for (const placement::Sharding* sharding : {&have_, &need_}) {
    mesh_.add_boundary(sharding->working);
    mesh_.add(*sharding);
    idle_.insert(idle_.end(), sharding->zeros.begin(), sharding->zeros.end());
    const int idle = sites_ / sharding->working;
    if (idle > 1) idle_.push_back({idle, sharding->working});
  }
  return mesh_.finish();
}

RELATILE_INLINE std::uint32_t GroupedSums::axes_of(
    const std::vector<placement::SiteAxis>& axes) const {
  std::array<int, MeshAxes::most> finest{};
  const int count = mesh_.expand(axes, finest);
  std::uint32_t bits = 0;
  for (int i = 0; i < count; ++i) bits |= std::uint32_t(1) << nth(finest, i);
  return bits;
}

RELATILE_INLINE void GroupedSums::add_group(AxisGroup group) {
  std::erase_if(groups_, [&](const AxisGroup& other) {
    if ((other.axes & group.axes) == 0) return false;
    group.axes |= other.axes;
    group.dims |= other.dims;
    group.idle = group.idle || other.idle;
    return true;
  });
  groups_.push_back(group);
}

RELATILE_INLINE void GroupedSums::set_groups() {
  for (std::size_t d = 0; d < need_.dims.size(); ++d) {
    add_group({axes_of(have_.dims[d].axes) | axes_of(need_.dims[d].axes), std::uint32_t(1) << d});
  }
  if (!idle_.empty()) add_group({axes_of(idle_), 0, true});
}

RELATILE_INLINE int GroupedSums::combinations(const AxisGroup& group) const {
  int count = 1;
  for (int i = 0; i < MeshAxes::zero; ++i) {
    if (group.axes >> i & 1U) count *= mesh_.size(i);
  }
  return count;
}

RELATILE_INLINE int GroupedSums::site_of(const AxisGroup& group, int combination) const {
  int site = 0;
  for (int i = 0; i < MeshAxes::zero; ++i) {
    if (!(group.axes >> i & 1U)) continue;
    site += combination % mesh_.size(i) * mesh_.stride(i);
    combination /= mesh_.size(i);
  }
  return site;
}

RELATILE_INLINE void GroupedSums::multiply(SiteSums& all, const AxisGroup& group) {
  SiteSums sums;
  std::vector<WantedAndKept> front;
  for (int c = combinations(group); c-- > 0;) {
    const int site = site_of(group, c);
    std::int64_t held = !group.idle || have_.holds(site) ? 1 : 0;
    std::int64_t wanted = !group.idle || need_.holds(site) ? 1 : 0;
    std::int64_t kept = held * wanted;
    for (std::size_t d = 0; d < need_.dims.size(); ++d) {
      if (!(group.dims >> d & 1U)) continue;
      const Range from = held_(d, site);
      const Range to = needed_(d, site);
      held *= length(from);
      wanted *= length(to);
      kept *= length(common(from, to));
    }
    sums.add(held, wanted, kept);
    add_to_front(front, {wanted, kept});
  }
  all.wanted *= sums.wanted;
  all.kept *= sums.kept;
  all.senders *= sums.senders;
  all.receivers *= sums.receivers;
  all.meeting *= sums.meeting;
  std::vector<WantedAndKept> both;
  for (const auto& [wanted, kept] : front_) {
    for (const auto& more : front) add_to_front(both, {wanted * more.first, kept * more.second});
  }
  front_ = std::move(both);
}

RELATILE_INLINE std::optional<SiteSums> GroupedSums::sums() {
  if (have_.nothing || need_.nothing || !set_mesh()) return std::nullopt;
  set_groups();
  int visited = 0;
  int alike = sites_;  // sites that differ in no axis of a group
  for (const AxisGroup& group : groups_) {
    visited += combinations(group);
    alike /= combinations(group);
  }
  if (2 * visited > sites_) return std::nullopt;
  SiteSums all{alike, alike, 0, alike, alike, alike};
  for (const AxisGroup& group : groups_) multiply(all, group);
  for (const auto& [wanted, kept] : front_) {
    all.most_missing = std::max(all.most_missing, wanted - kept);
  }
  return all;
}

}  // namespace relatile::cost::detail

namespace relatile::cost {

RELATILE_INLINE SiteSums sums_by_site(const placement::Sharding& have,
                                      const placement::Sharding& need) {
  const SiteRanges range_held(have);
  const SiteRanges range_needed(need);
  const std::size_t rank = need.dims.size();
  SiteSums sums;
  for (int site = 0; site < need.num_sites; ++site) {
    std::int64_t held = have.holds(site) ? 1 : 0;
    std::int64_t wanted = need.holds(site) ? 1 : 0;
    std::int64_t kept = held * wanted;
    for (std::size_t d = 0; d < rank; ++d) {
      const Range to = range_needed(d, site);
      const Range from = range_held(d, site);
      held *= detail::length(from);
      wanted *= detail::length(to);
      kept *= detail::length(detail::common(from, to));
    }
    sums.add(held, wanted, kept);
  }
  return sums;
}

RELATILE_INLINE SiteSums sums_of_both(const placement::Sharding& have,
                                      const placement::Sharding& first,
                                      const placement::Sharding& second) {
  const SiteRanges range_held(have);
  const SiteRanges range_of_first(first);
  const SiteRanges range_of_second(second);
  const std::size_t rank = first.dims.size();
  SiteSums sums;
  for (int site = 0; site < have.num_sites; ++site) {
    std::int64_t held = have.holds(site) ? 1 : 0;
    std::int64_t one = first.holds(site) ? 1 : 0;
    std::int64_t other = second.holds(site) ? 1 : 0;
    std::int64_t both = one * other;
    std::int64_t one_kept = held * one;
    std::int64_t other_kept = held * other;
    std::int64_t both_kept = held * both;
    for (std::size_t d = 0; d < rank; ++d) {
      const Range has = range_held(d, site);
      const Range a = range_of_first(d, site);
      const Range b = range_of_second(d, site);
      held *= detail::length(has);
      one *= detail::length(a);
      other *= detail::length(b);
      both *= detail::length(detail::common(a, b));
      one_kept *= detail::length(detail::common(a, has));
      other_kept *= detail::length(detail::common(b, has));
      both_kept *= detail::length(detail::common(detail::common(a, b), has));
    }
    const std::int64_t wanted = one + other - both;
    const std::int64_t kept = one_kept + other_kept - both_kept;
    sums.add(held, wanted, kept);
  }
  return sums;
}

RELATILE_INLINE SiteSums sums_of_all(const placement::Sharding& have,
                                     std::span<const placement::Sharding* const> parts) {
  const SiteRanges range_held(have);
  const std::vector<SiteRanges> ranges(parts.begin(), parts.end());
  const std::size_t rank = have.dims.size();
  detail::UnionCount wanted(rank);
  detail::UnionCount kept(rank);
  SiteSums sums;
  for (int site = 0; site < have.num_sites; ++site) {
    const bool holds = have.holds(site);
    std::int64_t held = holds ? 1 : 0;
    for (std::size_t d = 0; d < rank; ++d) held *= detail::length(range_held(d, site));
    wanted.clear();
    kept.clear();
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (!parts[k]->holds(site)) continue;
      wanted.add([&](std::size_t d) { return ranges[k](d, site); });
      if (!holds) continue;
      kept.add(
          [&](std::size_t d) { return detail::common(ranges[k](d, site), range_held(d, site)); });
    }
    sums.add(held, wanted.count(), kept.count());
  }
  return sums;
}

RELATILE_INLINE std::optional<SiteSums> sums_by_axes(const placement::Sharding& have,
                                                     const placement::Sharding& need) {
  return detail::GroupedSums(have, need).sums();
}

}  // namespace relatile::cost
