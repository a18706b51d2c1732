// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/time.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "relatile/core/nth.hpp"
#include "relatile/cost/squares.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::cost {

RELATILE_INLINE SiteLoads loads_of(const Machine& machine, const plan::Exchange& exchange,
                                   const tra::RelationType& type, int num_sites) {
  SiteLoads loads;
  loads.sent.resize(static_cast<std::size_t>(num_sites));
  loads.received.resize(static_cast<std::size_t>(num_sites));
  for (const auto& t : exchange.transfers) {
    const Bytes bytes = type.bytes_in(t.region);
    const Messages messages = type.elements ? plan::messages_for(bytes, plan::default_message_limit)
                                            : Messages{t.region.count()};
    const bool same_node = machine.node_of(t.from) == machine.node_of(t.to);
    for (auto* load : {&nth(loads.sent, t.from), &nth(loads.received, t.to)}) {
      ExchangeLoad::Part& part = same_node ? load->within_node : load->between_nodes;
      part.bytes += bytes;
      part.messages += messages;
    }
  }
  return loads;
}

RELATILE_INLINE std::vector<Bytes> copied_in(const plan::Exchange& exchange,
                                             const tra::RelationType& type,
                                             const placement::Placement& from,
                                             const placement::Placement& to) {
  std::vector<Bytes> copied(static_cast<std::size_t>(from.num_sites()));
  for (int site = 0; site < from.num_sites(); ++site) {
    for (const auto& box : to.of(site)) {
      if (from.holds(site, box)) continue;
      for (const auto& own : from.of(site)) {
        nth(copied, site) += type.bytes_in(intersect(own, box));
      }
    }
  }
  const auto add_packed = [&](int site, const placement::Placement& placement, const Box& region,
                              schedule::MessageEnd end) {
    const Box box = schedule::detail::box_holding(placement.pieces(site), region);
    if (!schedule::is_packed(region, box, type, end)) return;
    nth(copied, site) += type.bytes_in(region);
  };
  for (const auto& t : exchange.transfers) {
    add_packed(t.from, from, t.region, schedule::MessageEnd::leaves);
    if (!exchange.reduces) add_packed(t.to, to, t.region, schedule::MessageEnd::arrives);
  }
  return copied;
}

RELATILE_INLINE std::vector<SiteSeconds> seconds_on_sites(const Machine& machine,
                                                          const plan::Exchange& exchange,
                                                          const tra::RelationType& type,
                                                          const placement::Placement& from,
                                                          const placement::Placement& to) {
  const int num_sites = from.num_sites();
  std::vector<int> participants(static_cast<std::size_t>(num_sites), num_sites);
  for (const auto& group : *exchange.groups) {
    for (int site : group) {
      nth(participants, site) = static_cast<int>(group.size());
    }
  }
  const SiteLoads loads = loads_of(machine, exchange, type, num_sites);
  std::vector<Bytes> copied;
  if (type.elements) copied = copied_in(exchange, type, from, to);
  const auto seconds_for = [&](const ExchangeLoad& load, std::size_t site) {
    return seconds_of_exchange(machine, exchange.pattern, exchange.reduces, load,
                               participants[site]);
  };
  std::vector<SiteSeconds> all;
  for (int site = 0; site < num_sites; ++site) {
    const auto s = static_cast<std::size_t>(site);
    all.push_back({seconds_for(loads.sent[s], s), seconds_for(loads.received[s], s), {}});
    Seconds& copying = all.back().working;
    const bool in_place =
        !exchange.reduces && to.of(site).size() == 1 && from.holds(site, to.of(site).front());
    if (type.elements && !in_place) copying += seconds_of_copy(machine, copied[s]);
  }
  return all;
}

RELATILE_INLINE Seconds seconds_on(const Machine& machine, const tra::Node& node, const Box& box,
                                   Flops flops, Bytes in_cache) {
  const Flops computed = flops_computed(node, flops, [&](int label) {
    return !box.empty() && box.low[label] == 0 && box.high[label] == node.labels[label];
  });
  const auto spared =
      static_cast<std::int64_t>((1 - price_in_cache) * static_cast<double>(in_cache.value));
  const Bytes touched{std::max<std::int64_t>(bytes_on(node, box).value - spared, 0)};
  return seconds_of_work(machine, class_of(node), computed, touched) +
         seconds_of_work(machine, KernelClass::gather, Flops{gathered_on(node, box)}, Bytes{0});
}

RELATILE_INLINE Seconds local_seconds(const Machine& machine, const plan::Plan& plan,
                                      const PanelsInCache& panels, const plan::Step& step,
                                      int site) {
  const tra::Node& node = *nth(plan.nodes, step.node);
  const auto s = static_cast<std::size_t>(site);
  if (!node.source().empty() || s >= step.iteration.size()) return {};
  return seconds_on(machine, node, step.iteration[s], (*step.flops)[s],
                    panels.bytes_of(step, site));
}

RELATILE_INLINE std::vector<SiteSeconds> seconds_on_sites(const Machine& machine,
                                                          const plan::Plan& plan,
                                                          const PanelsInCache& panels,
                                                          const plan::Step& step) {
  const placement::Placement& made = nth(plan.values, step.output).placement;
  if (step.kind == plan::StepKind::exchange) {
    const tra::Node& node = *nth(plan.nodes, step.node);
    const auto input = static_cast<std::size_t>(step.inputs[0]);
    return seconds_on_sites(machine, step.exchange, node.type, plan.values[input].placement, made);
  }
  std::vector<SiteSeconds> all(static_cast<std::size_t>(plan.num_sites));
  if (step.kind == plan::StepKind::stored) return all;
  for (int site = 0; site < plan.num_sites; ++site) {
    nth(all, site).working = local_seconds(machine, plan, panels, step, site);
  }
  return all;
}

RELATILE_INLINE Seconds slowest(const std::vector<SiteSeconds>& sites) {
  Seconds longest;
  for (const SiteSeconds& site : sites) longest = std::max(longest, site.total());
  return longest;
}

RELATILE_INLINE Seconds seconds_of(const Machine& machine, const plan::Plan& plan,
                                   const PanelsInCache& panels, const plan::Step& step) {
  return slowest(seconds_on_sites(machine, plan, panels, step));
}

RELATILE_INLINE Seconds seconds_of(const Machine& machine, const plan::Plan& plan) {
  const PanelsInCache panels(plan);
  Seconds total;
  for (const auto& step : plan.steps) total += seconds_of(machine, plan, panels, step);
  return total;
}

}  // namespace relatile::cost
