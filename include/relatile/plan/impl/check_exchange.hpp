// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/check_exchange.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/box_index.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::plan {

RELATILE_INLINE std::vector<Box> outside(const std::vector<Box>& boxes,
                                         const std::vector<Box>& others) {
  std::vector<Box> rest;
  for (const auto& box : boxes) {
    if (!box.empty()) rest.push_back(box);
  }
  for (const auto& other : others) {
    if (rest.empty()) break;
    std::vector<Box> next;
    for (const auto& box : rest) {
      for (auto& part : difference(box, other)) next.push_back(std::move(part));
    }
    rest = std::move(next);
  }
  return rest;
}

}  // namespace relatile::plan

namespace relatile::plan::detail {

RELATILE_INLINE bool brings_all(const std::vector<Transfer>& arriving, const std::vector<Box>& own,
                                const std::vector<Box>& wanted) {
  std::vector<Box> there = own;
  for (const Transfer& transfer : arriving) there.push_back(transfer.region);
  return outside(wanted, there).empty();
}

RELATILE_INLINE bool brings_contributions(const std::vector<Transfer>& arriving,
                                          const placement::Placement& partial, int site,
                                          const std::vector<Box>& wanted) {
  std::size_t expected = 0;
  for (int from = 0; from < partial.num_sites(); ++from) {
    if (from == site) continue;
    for (const auto& part : partial.of(from)) {
      for (const auto& box : wanted) {
        const Transfer transfer{from, site, intersect(part, box)};
        if (transfer.region.empty()) continue;
        ++expected;
        if (std::count(arriving.begin(), arriving.end(), transfer) != 1) return false;
      }
    }
  }
  return expected == arriving.size();
}

RELATILE_INLINE bool sends_once(const Exchange& exchange, const placement::Placement& partial,
                                const placement::Placement& sums) {
  std::vector<std::vector<Box>> gone = sums.table();  // per site: what it keeps, and what leaves it
  for (const auto& t : exchange.transfers) {
    nth(gone, t.from).push_back(t.region);
  }
  for (int site = 0; site < partial.num_sites(); ++site) {
    for (const auto& part : partial.of(site)) {
      std::vector<Box> regions;
      std::int64_t count = 0;
      for (const auto& box : nth(gone, site)) {
        regions.push_back(intersect(part, box));
        count += regions.back().count();
      }
      if (count != part.count() || !disjoint(regions)) return false;
    }
  }
  return true;
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE std::string exchange_fault(const Exchange& exchange,
                                           const placement::Placement& from,
                                           const placement::Placement& to, bool to_partial) {
  std::vector<std::vector<Transfer>> arriving(static_cast<std::size_t>(to.num_sites()));
  for (const auto& t : exchange.transfers) {
    nth(arriving, t.to).push_back(t);
    if (t.from == t.to || t.region.empty()) return "a site sends itself something, or nothing";
    const auto rank = [&](const placement::Placement& placement, int site) {
      return placement.of(site).empty() ? -1 : placement.of(site).front().rank();
    };
    if (rank(from, t.from) != t.region.rank() || !from.holds(t.from, t.region)) {
      return "a site sends what it does not hold";
    }
    if (rank(to, t.to) != t.region.rank() || !to.holds(t.to, t.region)) {
      return "a site receives what it is not to hold";
    }
  }
  if (to_partial) {
    const bool once = detail::sends_once(exchange, from, to);
    return once ? "" : "a site does not bring each of its contributions to one other";
  }
  for (int site = 0; site < to.num_sites(); ++site) {
    const auto& here = nth(arriving, site);
    const bool complete =
        exchange.reduces
            ? detail::brings_contributions(here, from, site, to.of(site).written_out())
            : detail::brings_all(here, from.of(site).written_out(), to.of(site).written_out());
    if (!complete) return "a site does not receive all that it is to hold";
  }
  return "";
}

}  // namespace relatile::plan
