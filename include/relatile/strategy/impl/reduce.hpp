// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/strategy/reduce.hpp"

#include <cstddef>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/strategy/classify.hpp"
#include "relatile/strategy/redistribute.hpp"

namespace relatile::strategy {

RELATILE_INLINE Reduction::Reduction(placement::Placement partial, placement::Placement target)
    : partial_(std::move(partial)),
      target_(std::move(target)),
      contributors_(std::make_shared<const Holders>(partial_)) {}

RELATILE_INLINE std::shared_ptr<const plan::TransferRule> Reduction::indexed() const {
  if (targets_) return nullptr;
  auto better = std::make_shared<Reduction>(partial_, target_);
  better->targets_ = std::make_shared<const Holders>(target_);
  return better;
}

RELATILE_INLINE std::vector<plan::Transfer> Reduction::into(int site) const {
  std::vector<plan::Transfer> into;
  for (const auto& wanted : target_.of(site)) {
    std::vector<plan::Transfer> to_this;
    for (const int c : contributors_->meeting(wanted)) {
      const Replicas& contributions = (*contributors_)[c];
      for (const int from : contributions.sites) {
        if (from == site) continue;
        to_this.push_back({from, site, intersect(contributions.box, wanted)});
      }
    }
    sort_stably(to_this,
                [](const plan::Transfer& a, const plan::Transfer& b) { return a.from < b.from; });
    into.insert(into.end(), to_this.begin(), to_this.end());
  }
  return into;
}

RELATILE_INLINE std::vector<plan::Transfer> Reduction::out_of(int site) const {
  std::vector<plan::Transfer> out;
  for (const int to : receivers_of(partial_.of(site), targets_.get(), num_sites())) {
    add_into(site, to, out);
  }
  return out;
}

RELATILE_INLINE void Reduction::add_into(int from, int to, std::vector<plan::Transfer>& out) const {
  if (from == to) return;
  for (const auto& wanted : target_.of(to)) {
    for (const auto& held : contributors_->held_by(from)) {
      const Box region = intersect((*contributors_)[held.box].box, wanted);
      if (!region.empty()) out.push_back({from, to, region});
    }
  }
}

RELATILE_INLINE StagedReduction::StagedReduction(const placement::Placement& partial,
                                                 const placement::Placement& sums)
    : num_sites_(sums.num_sites()), contributors_(partial), sums_(sums) {}

RELATILE_INLINE std::vector<plan::Transfer> StagedReduction::into(int site) const {
  std::vector<plan::Transfer> into;
  for (const auto& held : sums_.held_by(site)) {
    const Replicas& sum = sums_[held.box];
    for (const int c : contributors_.meeting(sum.box)) {
      const Replicas& contributions = contributors_[c];
      const Box region = intersect(contributions.box, sum.box);
      for (std::size_t number = held.number; number < contributions.sites.size();
           number += sum.sites.size()) {
        const int from = contributions.sites[number];
        if (from != site) into.push_back({from, site, region});
      }
    }
  }
  sort_stably(into,
              [](const plan::Transfer& a, const plan::Transfer& b) { return a.from < b.from; });
  return into;
}

RELATILE_INLINE std::vector<plan::Transfer> StagedReduction::out_of(int site) const {
  std::vector<plan::Transfer> out;
  for (const auto& held : contributors_.held_by(site)) {
    const Box& box = contributors_[held.box].box;
    for (const int t : sums_.meeting(box)) {
      const Replicas& sum = sums_[t];
      const int to = sum.sites[held.number % sum.sites.size()];
      if (to != site) out.push_back({site, to, intersect(box, sum.box)});
    }
  }
  sort_stably(out, [](const plan::Transfer& a, const plan::Transfer& b) { return a.to < b.to; });
  return out;
}

RELATILE_INLINE plan::Exchange reduce(const placement::Placement& partial,
                                      const placement::Placement& target, const Visit& visit) {
  plan::Exchange exchange;
  exchange.reduces = true;
  exchange.transfers = plan::Transfers(std::make_shared<const Reduction>(partial, target));
  classify(exchange, partial, target, visit);
  return exchange;
}

RELATILE_INLINE plan::Exchange reduce_in_stages(const placement::Placement& partial,
                                                const placement::Placement& sums,
                                                const Visit& visit) {
  plan::Exchange exchange;
  exchange.reduces = true;
  exchange.transfers = plan::Transfers(std::make_shared<const StagedReduction>(partial, sums));
  classify(exchange, partial, sums, visit);
  return exchange;
}

RELATILE_INLINE plan::Exchange exchange_between(const plan::Value& from, const plan::Value& to,
                                                const Visit& visit) {
  if (!from.partial) return redistribute(from.placement, to.placement, visit);
  return to.partial ? reduce_in_stages(from.placement, to.placement, visit)
                    : reduce(from.placement, to.placement, visit);
}

}  // namespace relatile::strategy
