// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/strategy/redistribute.hpp"

#include <algorithm>

#include "relatile/core/assert.hpp"
#include "relatile/strategy/classify.hpp"

namespace relatile::strategy {

RELATILE_INLINE std::vector<Replicas> replicas_of(const placement::Placement& placement) {
  std::vector<Replicas> all;
  for (int site = 0; site < placement.num_sites(); ++site) {
    for (const auto& box : placement.of(site)) {
      if (box.empty()) continue;
      auto same = std::find_if(all.begin(), all.end(),
                               [&](const Replicas& known) { return known.box == box; });
      if (same == all.end()) same = all.insert(all.end(), Replicas{box, {}});
      same->sites.push_back(site);
    }
  }
  return all;
}

RELATILE_INLINE plan::Exchange redistribute(const placement::Placement& have,
                                            const placement::Placement& need) {
  plan::Exchange exchange;
  const std::vector<Replicas> sources = replicas_of(have);
  const int num_sites = have.num_sites();
  std::vector<int> replica_number(static_cast<std::size_t>(num_sites), -1);
  for (const auto& source : sources) {
    for (std::size_t r = 0; r < source.sites.size(); ++r) {
      int& number = replica_number[static_cast<std::size_t>(source.sites[r])];
      if (number < 0) number = static_cast<int>(r);
    }
  }
  for (int to = 0; to < num_sites; ++to) {
    const int own_number = replica_number[static_cast<std::size_t>(to)];
    for (const auto& wanted : need.of(to)) {
      std::vector<Box> missing = wanted.empty() ? std::vector<Box>{} : std::vector<Box>{wanted};
      for (const auto& own : have.of(to)) {
        std::vector<Box> rest;
        for (const auto& box : missing) {
          for (auto& part : difference(box, own)) rest.push_back(part);
        }
        missing = std::move(rest);
      }
      for (const auto& source : sources) {
        if (missing.empty()) break;
        std::vector<Box> rest;
        for (const auto& box : missing) {
          const Box region = intersect(box, source.box);
          if (region.empty()) {
            rest.push_back(box);
            continue;
          }
          const auto number = static_cast<std::size_t>(own_number < 0 ? to : own_number);
          exchange.transfers.push_back({source.sites[number % source.sites.size()], to, region});
          for (auto& part : difference(box, region)) rest.push_back(part);
        }
        missing = std::move(rest);
      }
      RELATILE_ASSERT(missing.empty());
    }
  }
  classify(exchange, have, need);
  return exchange;
}

}  // namespace relatile::strategy
