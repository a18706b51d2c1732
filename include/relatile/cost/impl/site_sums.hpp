// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/site_sums.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

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

RELATILE_INLINE void GroupedSums::add(AxisUser user) {
  AxisGroup group{user.axes, 0, {user}};
  std::erase_if(groups_, [&](const AxisGroup& other) {
    const std::uint32_t common = other.axes & group.axes;
    if (common == 0) return false;
    group.axes |= other.axes;
    group.shared |= other.shared | common;
    group.users.insert(group.users.end(), other.users.begin(), other.users.end());
    return true;
  });
  groups_.push_back(std::move(group));
}

RELATILE_INLINE void GroupedSums::set_groups() {
  for (std::size_t d = 0; d < need_.dims.size(); ++d) {
    add({axes_of(have_.dims[d].axes) | axes_of(need_.dims[d].axes), static_cast<int>(d)});
  }
  if (!idle_.empty()) add({axes_of(idle_), -1});
}

RELATILE_INLINE int GroupedSums::combinations(std::uint32_t axes) const {
  int count = 1;
  for (int i = 0; i < MeshAxes::zero; ++i) {
    if (axes >> i & 1U) count *= mesh_.size(i);
  }
  return count;
}

RELATILE_INLINE int GroupedSums::visited(const AxisGroup& group) const {
  int count = 0;
  for (const AxisUser& user : group.users) count += combinations(user.axes & ~group.shared);
  return count * combinations(group.shared);
}

RELATILE_INLINE int GroupedSums::site_of(std::uint32_t axes, int combination) const {
  int site = 0;
  for (int i = 0; axes >> i != 0; ++i) {
    if (!(axes >> i & 1U)) continue;
    site += combination % mesh_.size(i) * mesh_.stride(i);
    combination /= mesh_.size(i);
  }
  return site;
}

RELATILE_INLINE void GroupedSums::Sums::multiply(const Sums& other) {
  sums.wanted *= other.sums.wanted;
  sums.kept *= other.sums.kept;
  sums.senders *= other.sums.senders;
  sums.receivers *= other.sums.receivers;
  sums.meeting *= other.sums.meeting;
  std::vector<WantedAndKept> both;
  for (const auto& [wanted, kept] : front) {
    for (const auto& more : other.front) {
      add_to_front(both, {wanted * more.first, kept * more.second});
    }
  }
  front = std::move(both);
}

RELATILE_INLINE void GroupedSums::Sums::add(const Sums& other) {
  sums.wanted += other.sums.wanted;
  sums.kept += other.sums.kept;
  sums.senders += other.sums.senders;
  sums.receivers += other.sums.receivers;
  sums.meeting += other.sums.meeting;
  for (const auto& pair : other.front) add_to_front(front, pair);
}

RELATILE_INLINE GroupedSums::Sums GroupedSums::sums_of(const AxisUser& user, std::uint32_t shared,
                                                       int site) const {
  Sums all;
  const std::uint32_t own = user.axes & ~shared;
  for (int c = combinations(own); c-- > 0;) {
    const int there = site + site_of(own, c);
    std::int64_t held = 0;
    std::int64_t wanted = 0;
    std::int64_t kept = 0;
    if (user.dim < 0) {
      held = have_.holds(there) ? 1 : 0;
      wanted = need_.holds(there) ? 1 : 0;
      kept = held * wanted;
    } else {
      const Range from = held_(static_cast<std::size_t>(user.dim), there);
      const Range to = needed_(static_cast<std::size_t>(user.dim), there);
      held = length(common(from, asked(need_.dims[static_cast<std::size_t>(user.dim)])));
      wanted = length(to);
      kept = length(common(from, to));
    }
    all.sums.add(held, wanted, kept);
    add_to_front(all.front, {wanted, kept});
  }
  return all;
}

RELATILE_INLINE GroupedSums::Sums GroupedSums::sums_of(const AxisGroup& group) const {
  Sums all;
  for (int c = combinations(group.shared); c-- > 0;) {
    const int site = site_of(group.shared, c);
    Sums here = one();
    for (const AxisUser& user : group.users) here.multiply(sums_of(user, group.shared, site));
    all.add(here);
  }
  return all;
}

RELATILE_INLINE std::optional<SiteSums> GroupedSums::sums() {
  if (have_.nothing || need_.nothing || !set_mesh()) return std::nullopt;
  set_groups();
  int ranges = 0;
  int alike = sites_;  // sites that differ in no axis of a group
  for (const AxisGroup& group : groups_) {
    ranges += visited(group);
    alike /= combinations(group.axes);
  }
  if (2 * ranges > sites_) return std::nullopt;
  Sums all{{alike, alike, 0, alike, alike, alike}, {{1, 1}}};
  for (const AxisGroup& group : groups_) all.multiply(sums_of(group));
  for (const auto& [wanted, kept] : all.front) {
    all.sums.most_missing = std::max(all.sums.most_missing, wanted - kept);
  }
  return all.sums;
}

/// For each site from `first` on 1 if it holds something by rule, else 0.
inline void set_holding(const placement::Sharding& sharding, int first,
                        std::span<std::int64_t> to) {
  const int working = sharding.nothing ? 0 : sharding.working;
  const auto count = static_cast<int>(to.size());
  const auto end = static_cast<std::size_t>(std::clamp(working - first, 0, count));
  std::int64_t* const holding = to.data();
#pragma omp simd
  for (std::size_t s = 0; s < to.size(); ++s) holding[s] = s < end ? 1 : 0;
  if (sharding.zeros.empty()) return;
  for (std::size_t s = 0; s < end; ++s) {
    to[s] = sharding.holds(first + static_cast<int>(s)) ? 1 : 0;
  }
}

}  // namespace relatile::cost::detail

namespace relatile::cost {

RELATILE_INLINE void SiteSums::add(const std::int64_t* held, const std::int64_t* wanted_there,
                                   const std::int64_t* kept_there, std::size_t count) {
  std::int64_t all_wanted = 0;
  std::int64_t all_kept = 0;
  std::int64_t most = most_missing;
  std::int64_t holding = 0;
  std::int64_t needing = 0;
  std::int64_t keeping = 0;
#pragma omp simd reduction(+ : all_wanted, all_kept, holding, needing, keeping) \
    reduction(max : most)
  for (std::size_t s = 0; s < count; ++s) {
    all_wanted += wanted_there[s];
    all_kept += kept_there[s];
    most = std::max(most, wanted_there[s] - kept_there[s]);
    holding += held[s] > 0 ? 1 : 0;
    needing += wanted_there[s] > 0 ? 1 : 0;
    keeping += kept_there[s] > 0 ? 1 : 0;
  }
  wanted += all_wanted;
  kept += all_kept;
  most_missing = most;
  senders += static_cast<int>(holding);
  receivers += static_cast<int>(needing);
  meeting += static_cast<int>(keeping);
}

RELATILE_INLINE SiteSums sums_by_site(const placement::Sharding& have,
                                      const placement::Sharding& need) {
  const AllRanges range_held(have);
  const AllRanges range_needed(need);
  // Dimension by dimension, each for some sites at once, since these loops become vector code.
  constexpr int at_once = 128;
  std::array<std::int64_t, at_once> held{};
  std::array<std::int64_t, at_once> wanted{};
  std::array<std::int64_t, at_once> kept{};
  SiteSums sums;
  for (int first = 0; first < need.num_sites; first += at_once) {
    const auto count = static_cast<std::size_t>(std::min(at_once, need.num_sites - first));
    detail::set_holding(have, first, {held.data(), count});
    detail::set_holding(need, first, {wanted.data(), count});
#pragma omp simd
    for (std::size_t s = 0; s < count; ++s) kept[s] = held[s] * wanted[s];
    for (std::size_t d = 0; d < need.dims.size(); ++d) {
      const Range* from = range_held.of_dim(d) + first;
      const Range* to = range_needed.of_dim(d) + first;
      const Range asked = detail::asked(need.dims[d]);
#pragma omp simd
      for (std::size_t s = 0; s < count; ++s) {
        held[s] *= detail::length(detail::common(from[s], asked));
        wanted[s] *= detail::length(to[s]);
        kept[s] *= detail::length(detail::common(from[s], to[s]));
      }
    }
    sums.add(held.data(), wanted.data(), kept.data(), count);
  }
  return sums;
}

RELATILE_INLINE SiteSums sums_of_both(const placement::Sharding& have,
                                      const placement::Sharding& first,
                                      const placement::Sharding& second) {
  const AllRanges range_held(have);
  const AllRanges range_of_first(first);
  const AllRanges range_of_second(second);
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
      held *= detail::length(detail::common(
          has, detail::hull(detail::asked(first.dims[d]), detail::asked(second.dims[d]))));
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

RELATILE_INLINE std::optional<SiteSums> sums_by_axes(const placement::Sharding& have,
                                                     const placement::Sharding& need) {
  return detail::GroupedSums(have, need).sums();
}

}  // namespace relatile::cost
