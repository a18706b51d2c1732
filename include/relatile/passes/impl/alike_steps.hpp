// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/alike_steps.hpp"

#include <utility>

#include "relatile/cost/count.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/strategy/redistribute.hpp"
#include "relatile/strategy/reduce.hpp"

namespace relatile::pass {

RELATILE_INLINE void AlikeSteps::set_exchange(plan::Step& step, const plan::Value& from,
                                              const plan::Value& to, const tra::RelationType& type,
                                              const plan::Exchange* whole) {
  const std::size_t hash = hash_of(from, to);
  if (const Exchange* const known = find(hash, from, to, type)) {
    step.exchange = known->exchange;
    step.predict(known->traffic, type);
    return;
  }
  cost::TrafficCounter counter(type, num_sites_, message_limit_);
  const auto count = [&](const plan::Transfer& transfer) { counter.add(transfer); };
  step.exchange = whole ? strategy::redistribute_again(*whole, from.placement, to.placement, count)
                        : strategy::exchange_between(from, to, count);
  step.predict(std::move(counter).traffic(), type);
  if (!type.elements) return;
  exchanges_.emplace(
      hash, Exchange{from, to, type.extents, type.block.element.size, step.exchange, step.traffic});
}

RELATILE_INLINE void AlikeSteps::set_flops(plan::Step& step, const tra::Node& node) {
  const bool arrays = node.kind() == tra::Kind::map || node.kind() == tra::Kind::contract;
  if (!arrays || step.iteration.empty()) {
    step.flops = cost::flops_of_sites(node, step.iteration, num_sites_);
    return;
  }
  const std::size_t hash = step.iteration.hash();
  const auto [begin, end] = works_.equal_range(hash);
  for (auto known = begin; known != end; ++known) {
    const Work& work = known->second;
    if (work.flops_per_element != node.flops_per_element()) continue;
    if (!work.iteration.has_same_form(step.iteration)) continue;
    step.flops = work.flops;
    return;
  }
  step.flops = cost::flops_of_sites(node, step.iteration, num_sites_);
  works_.emplace(hash, Work{step.iteration, node.flops_per_element(), step.flops});
}

RELATILE_INLINE std::size_t AlikeSteps::hash_of(const plan::Value& from, const plan::Value& to) {
  return from.placement.hash() * 31 + to.placement.hash();
}

RELATILE_INLINE const AlikeSteps::Exchange* AlikeSteps::find(std::size_t hash,
                                                             const plan::Value& from,
                                                             const plan::Value& to,
                                                             const tra::RelationType& type) const {
  if (!type.elements) return nullptr;
  const auto [begin, end] = exchanges_.equal_range(hash);
  for (auto known = begin; known != end; ++known) {
    const Exchange& one = known->second;
    if (one.element_size != type.block.element.size || !(one.extents == type.extents)) continue;
    if (is_same(one.from, from) && is_same(one.to, to)) return &one;
  }
  return nullptr;
}

}  // namespace relatile::pass
