// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/nums22/site_loads.hpp"

#include <cstdint>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/papers/floats.hpp"
#include "relatile/strategy/redistribute.hpp"
#include "relatile/strategy/reduce.hpp"

namespace relatile::papers {

RELATILE_INLINE void add(SiteLoads& loads, const SiteLoads& more) {
  for (std::size_t site = 0; site < loads.size(); ++site) {
    loads[site].memory += more[site].memory;
    loads[site].in += more[site].in;
    loads[site].out += more[site].out;
  }
}

RELATILE_INLINE SiteLoads loads_of(const plan::Exchange& exchange, const tra::RelationType& type,
                                   int num_sites) {
  SiteLoads loads(static_cast<std::size_t>(num_sites));
  for (const auto& transfer : exchange.transfers) {
    const Floats floats = papers::floats_in(type, transfer.region);
    nth(loads, transfer.to).in += floats;
    nth(loads, transfer.to).memory += floats;
    nth(loads, transfer.from).out += floats;
  }
  return loads;
}

RELATILE_INLINE SiteLoads loads_of(const placement::Placement& placement,
                                   const tra::RelationType& type) {
  SiteLoads loads(static_cast<std::size_t>(placement.num_sites()));
  for (int site = 0; site < placement.num_sites(); ++site) {
    for (const auto& box : placement.of(site)) {
      nth(loads, site).memory += papers::floats_in(type, box);
    }
  }
  return loads;
}

RELATILE_INLINE SiteLoads move_loads(const placement::Sharding& have,
                                     const placement::Sharding& need,
                                     const tra::RelationType& type) {
  const auto held = placement::copies_of_each(have, type.extents);
  const auto wanted = placement::copies_of_each(need, type.extents);
  if (!type.elements || held != 1 || !wanted) {
    return loads_of(strategy::redistribute(have.boxes(), need.boxes()), type, need.num_sites);
  }
  SiteLoads loads(static_cast<std::size_t>(need.num_sites));
  for (int site = 0; site < need.num_sites; ++site) {
    const Box own = have.box(site);
    const Box target = need.box(site);
    const std::int64_t kept = own.empty() || target.empty() ? 0 : intersect(own, target).count();
    auto& load = nth(loads, site);
    load.in = load.memory = Floats{target.count() - kept};
    load.out = Floats{own.count() * *wanted - kept};
  }
  return loads;
}

RELATILE_INLINE SiteLoads reduce_loads(const placement::Sharding& partial,
                                       const placement::Sharding& target,
                                       const tra::RelationType& type) {
  const auto contributions = placement::copies_of_each(partial, type.extents);
  if (!type.elements || !contributions) {
    const placement::Placement result = target.boxes();
    SiteLoads loads = loads_of(strategy::reduce(partial.boxes(), result), type, target.num_sites);
    add(loads, loads_of(result, type));
    return loads;
  }
  SiteLoads loads(static_cast<std::size_t>(target.num_sites));
  for (int site = 0; site < target.num_sites; ++site) {
    const Box own = partial.box(site);
    const Box result = target.box(site);
    const std::int64_t kept = own.empty() || result.empty() ? 0 : intersect(own, result).count();
    auto& load = nth(loads, site);
    load.in = Floats{*contributions * result.count() - kept};
    load.memory = load.in + Floats{result.count()};
    load.out = Floats{own.count() - kept};
  }
  return loads;
}

RELATILE_INLINE SiteLoads result_loads(const placement::Sharding& produced,
                                       const tra::RelationType& type) {
  if (produced.irregular) return loads_of(*produced.irregular, type);
  SiteLoads loads(static_cast<std::size_t>(produced.num_sites));
  for (int site = 0; site < produced.num_sites; ++site) {
    const Box box = produced.box(site);
    if (!box.empty()) nth(loads, site).memory = papers::floats_in(type, box);
  }
  return loads;
}

}  // namespace relatile::papers
