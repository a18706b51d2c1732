// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/strategy/classify.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "relatile/core/box.hpp"

namespace relatile::strategy {

RELATILE_INLINE std::vector<std::vector<int>> connected_groups(const plan::Exchange& exchange,
                                                               int num_sites) {
  std::vector<int> leader(static_cast<std::size_t>(num_sites));
  std::iota(leader.begin(), leader.end(), 0);
  const auto find = [&](int site) {
    while (leader[static_cast<std::size_t>(site)] != site) {
      site = leader[static_cast<std::size_t>(site)];
    }
    return site;
  };
  for (const auto& transfer : exchange.transfers) {
    const int a = find(transfer.from);
    const int b = find(transfer.to);
    leader[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  std::vector<std::vector<int>> members(static_cast<std::size_t>(num_sites));
  for (int site = 0; site < num_sites; ++site) {
    members[static_cast<std::size_t>(find(site))].push_back(site);
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

RELATILE_INLINE void classify(plan::Exchange& exchange, const placement::Placement& have,
                              const placement::Placement& need) {
  using plan::Pattern;
  exchange.pattern = exchange.transfers.empty() ? Pattern::none : Pattern::point_to_point;
  if (exchange.transfers.empty()) return;
  for (const auto& boxes : have.boxes) {
    if (boxes.size() > 1) return;
  }
  for (const auto& boxes : need.boxes) {
    if (boxes.size() > 1) return;
  }
  const auto groups = connected_groups(exchange, have.num_sites());
  std::vector<std::vector<int>> senders(static_cast<std::size_t>(have.num_sites()));
  bool broadcast = !exchange.reduces;   // every sender has one region for all
  bool all_gather = !exchange.reduces;  // and gets that region itself
  std::vector<const Box*> sent(static_cast<std::size_t>(have.num_sites()), nullptr);
  for (const auto& t : exchange.transfers) {
    senders[static_cast<std::size_t>(t.to)].push_back(t.from);
    const Box*& first = sent[static_cast<std::size_t>(t.from)];
    if (!first) first = &t.region;
    broadcast = broadcast && t.region == *first;
    all_gather = all_gather && t.region == *first && need.holds(t.from, t.region);
  }
  std::size_t pairs = 0;
  for (const auto& group : groups) {
    int root = -1;
    for (int site : group) {
      const auto& from = senders[static_cast<std::size_t>(site)];
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
      const auto& from = senders[static_cast<std::size_t>(site)];
      broadcast = broadcast && (site == root || (!from.empty() && from[0] == root));
    }
  }
  if (broadcast) {
    exchange.pattern = Pattern::broadcast;
  } else if (all_gather) {
    exchange.pattern = Pattern::all_gather;
  } else if (exchange.transfers.size() == pairs && !has_repeated_pair(std::move(senders))) {
    exchange.pattern = Pattern::all_to_all;
  } else {
    return;
  }
  exchange.groups = groups;
}

}  // namespace relatile::strategy
