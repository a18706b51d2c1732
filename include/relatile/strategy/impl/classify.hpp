// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/strategy/classify.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::strategy {

RELATILE_INLINE ConnectedSites::ConnectedSites(int num_sites)
    : leader_(static_cast<std::size_t>(num_sites)) {
  std::iota(leader_.begin(), leader_.end(), 0);
}

RELATILE_INLINE int ConnectedSites::leader_of(int site) const {
  while (nth(leader_, site) != site) {
    site = nth(leader_, site);
  }
  return site;
}

RELATILE_INLINE void ConnectedSites::connect(int a, int b) {
  a = leader_of(a);
  b = leader_of(b);
  nth(leader_, std::max(a, b)) = std::min(a, b);
}

RELATILE_INLINE std::vector<std::vector<int>> ConnectedSites::groups() const {
  std::vector<std::vector<int>> members(leader_.size());
  for (std::size_t site = 0; site < leader_.size(); ++site) {
    nth(members, leader_of(static_cast<int>(site))).push_back(static_cast<int>(site));
  }
  std::erase_if(members, [](const std::vector<int>& group) { return group.size() < 2; });
  return members;
}

RELATILE_INLINE bool has_repeated_pair(std::vector<std::vector<int>> senders) {
  for (auto& from : senders) {
    std::sort(from.begin(), from.end());
    if (std::adjacent_find(from.begin(), from.end()) != from.end()) return true;
  }
  return false;
}

namespace detail {

inline bool has_one_box_a_site(const placement::Placement& placement) {
  for (int site = 0; site < placement.num_sites(); ++site) {
    if (placement.of(site).size() > 1) return false;
  }
  return true;
}

}  // namespace detail

RELATILE_INLINE void classify(plan::Exchange& exchange, const placement::Placement& have,
                              const placement::Placement& need, const Visit& visit) {
  using plan::Pattern;
  const auto num_sites = static_cast<std::size_t>(have.num_sites());
  ConnectedSites connected(have.num_sites());
  std::vector<std::vector<int>> senders(num_sites);
  bool broadcast = !exchange.reduces;   // every sender has one region for all
  bool all_gather = !exchange.reduces;  // and gets that region itself
  std::vector<std::optional<Box>> sent(num_sites);
  std::size_t transfers = 0;
  for (const auto& t : exchange.transfers) {
    if (visit) visit(t);
    ++transfers;
    connected.connect(t.from, t.to);
    nth(senders, t.to).push_back(t.from);
    if (!broadcast) continue;
    std::optional<Box>& first = nth(sent, t.from);
    if (!first) first = t.region;
    broadcast = t.region == *first;
    all_gather = all_gather && broadcast && need.holds(t.from, t.region);
  }
  all_gather = all_gather && broadcast;
  exchange.pattern = transfers == 0 ? Pattern::none : Pattern::point_to_point;
  if (transfers == 0) return;
  if (!detail::has_one_box_a_site(have) || !detail::has_one_box_a_site(need)) return;
  auto groups = connected.groups();
  std::size_t pairs = 0;
  for (const auto& group : groups) {
    int root = -1;
    for (int site : group) {
      const auto& from = nth(senders, site);
      pairs += group.size() - 1;
      if (from.size() != group.size() - 1) all_gather = false;
      if (from.empty()) {
        broadcast = broadcast && root < 0;
        root = site;
      } else if (from.size() != 1) {
        broadcast = false;
      }
    }
    if (!broadcast) continue;
    for (int site : group) {
      const auto& from = nth(senders, site);
      broadcast = broadcast && (site == root || (!from.empty() && from[0] == root));
    }
  }
  if (broadcast) {
    exchange.pattern = Pattern::broadcast;
  } else if (all_gather) {
    exchange.pattern = Pattern::all_gather;
  } else if (transfers == pairs && !has_repeated_pair(std::move(senders))) {
    exchange.pattern = Pattern::all_to_all;
  } else {
    return;
  }
  exchange.groups = std::move(groups);
}

RELATILE_INLINE bool make_messages(plan::Exchange& exchange) {
  using plan::Pattern;
  if (exchange.pattern == Pattern::all_to_all) {
    exchange.pattern = Pattern::point_to_point;
    exchange.groups = {};
  }
  return exchange.pattern == Pattern::point_to_point;
}

}  // namespace relatile::strategy
