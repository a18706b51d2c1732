// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/fingerprint.hpp"

#include "relatile/core/nth.hpp"

namespace relatile::plan {

RELATILE_INLINE void Fingerprint::add(std::int64_t number) {
  hash_ ^= static_cast<std::uint64_t>(number) + 0x9e3779b97f4a7c15ULL + (hash_ << 6) + (hash_ >> 2);
  hash_ *= 0x100000001b3ULL;
}

RELATILE_INLINE void Fingerprint::add(const Box& box) {
  add(static_cast<std::int64_t>(box.empty()));
  add(box.low);
  add(box.high);
}

RELATILE_INLINE std::uint64_t fingerprint(const Plan& plan) {
  Fingerprint hash;
  hash.add(plan.num_sites);
  const std::vector<int> sites = plan.sites_to_look_at();
  for (const auto& node : plan.nodes) {
    hash.add(static_cast<std::int64_t>(node->kind()));
    hash.add(node->name);
    hash.add(node->type.extents);
    hash.add(std::int64_t(node->type.block.element.size));
    hash.add(node->labels);
  }
  for (const auto& step : plan.steps) {
    hash.add(static_cast<std::int64_t>(step.kind));
    hash.add(step.node);
    hash.add(step.output);
    hash.add(step.slice.index);
    hash.add(step.slice.count);
    hash.add(static_cast<std::int64_t>(step.slice.adds));
    for (int input : step.inputs) hash.add(input);
    for (const int site : sites) {
      if (!step.iteration.empty()) hash.add(nth(step.iteration, site));
      for (const auto& transfer : step.exchange.transfers.into(site)) {
        hash.add(transfer.from);
        hash.add(transfer.to);
        hash.add(transfer.region);
      }
    }
  }
  for (const auto& [node, value] : plan.results) hash.add(value);
  return hash.value();
}

RELATILE_INLINE std::uint64_t fingerprint_of_run(const Plan& plan) {
  Fingerprint hash;
  hash.add(static_cast<std::int64_t>(fingerprint(plan)));
  for (int host : plan.hosts.of_site) hash.add(host);
  hash.add(plan.hosts.in_place_bytes);
  hash.add(static_cast<std::int64_t>(plan.overlaps));
  for (const auto& step : plan.steps) {
    hash.add(static_cast<std::int64_t>(step.early));
    hash.add(step.ahead);
  }
  return hash.value();
}

}  // namespace relatile::plan
