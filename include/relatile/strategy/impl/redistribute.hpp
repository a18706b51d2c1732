// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/strategy/redistribute.hpp"

#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/strategy/classify.hpp"

namespace relatile::strategy {

RELATILE_INLINE Redistribution::Redistribution(placement::Placement have, placement::Placement need)
    : have_(std::move(have)),
      need_(std::move(need)),
      sources_(std::make_shared<const Holders>(have_)) {}

RELATILE_INLINE Redistribution::Redistribution(const Redistribution& other,
                                               placement::Placement need)
    : have_(other.have_), need_(std::move(need)), sources_(other.sources_) {}

RELATILE_INLINE std::shared_ptr<const plan::TransferRule> Redistribution::indexed() const {
  if (targets_) return nullptr;
  auto better = std::make_shared<Redistribution>(*this, need_);
  better->targets_ = std::make_shared<const Holders>(need_);
  return better;
}

RELATILE_INLINE std::vector<Box> Redistribution::missing_of(int site, const Box& wanted) const {
  std::vector<Box> missing;
  if (!wanted.empty()) missing.push_back(wanted);
  for (const auto& own : have_.of(site)) {
    std::vector<Box> rest;
    for (const auto& box : missing) {
      for (auto& part : difference(box, own)) rest.push_back(part);
    }
    missing = std::move(rest);
  }
  return missing;
}

RELATILE_INLINE int Redistribution::sender(const Replicas& source, int to) const {
  const auto& held = sources_->held_by(to);
  const auto number = held.empty() ? static_cast<std::size_t>(to) : held.front().number;
  return source.sites[number % source.sites.size()];
}

RELATILE_INLINE std::vector<plan::Transfer> Redistribution::into(int site) const {
  std::vector<plan::Transfer> into;
  for (const auto& wanted : need_.of(site)) {
    std::vector<Box> missing = missing_of(site, wanted);
    if (!sources_->are_disjoint()) {
      add_first_sources(site, std::move(missing), into);
      continue;
    }
    std::int64_t left = 0;
    for (const auto& box : missing) left += box.count();
    const std::vector<int> sources =
        missing.empty() ? std::vector<int>() : sources_->meeting(wanted);
    for (const int s : sources) {
      for (const auto& box : missing) {
        const Box region = intersect(box, (*sources_)[s].box);
        if (region.empty()) continue;
        into.push_back({sender((*sources_)[s], site), site, region});
        left -= region.count();
      }
    }
    RELATILE_ASSERT(left == 0);
  }
  return into;
}

RELATILE_INLINE void Redistribution::add_first_sources(int to, std::vector<Box> missing,
                                                       std::vector<plan::Transfer>& into) const {
  for (const auto& source : sources_->all()) {
    if (missing.empty()) break;
    std::vector<Box> rest;
    for (const auto& box : missing) {
      const Box region = intersect(box, source.box);
      if (region.empty()) {
        rest.push_back(box);
        continue;
      }
      into.push_back({sender(source, to), to, region});
      for (auto& part : difference(box, region)) rest.push_back(part);
    }
    missing = std::move(rest);
  }
  RELATILE_ASSERT(missing.empty());
}

RELATILE_INLINE std::vector<plan::Transfer> Redistribution::out_of(int site) const {
  std::vector<plan::Transfer> out;
  for (const int to : receivers_of(have_.of(site), targets_.get(), num_sites())) {
    add_into(site, to, out);
  }
  return out;
}

RELATILE_INLINE void Redistribution::add_into(int from, int to,
                                              std::vector<plan::Transfer>& out) const {
  if (from == to) return;
  if (!sources_->are_disjoint()) {
    for (auto& transfer : into(to)) {
      if (transfer.from == from) out.push_back(std::move(transfer));
    }
    return;
  }
  for (const auto& wanted : need_.of(to)) {
    for (const auto& held : sources_->held_by(from)) {
      const Replicas& own = (*sources_)[held.box];
      if (intersect(wanted, own.box).empty() || sender(own, to) != from) continue;
      for (const auto& box : missing_of(to, wanted)) {
        const Box region = intersect(box, own.box);
        if (!region.empty()) out.push_back({from, to, region});
      }
    }
  }
}

RELATILE_INLINE plan::Exchange redistribute(const placement::Placement& have,
                                            const placement::Placement& need, const Visit& visit) {
  plan::Exchange exchange;
  exchange.transfers = plan::Transfers(std::make_shared<const Redistribution>(have, need));
  classify(exchange, have, need, visit);
  return exchange;
}

RELATILE_INLINE plan::Exchange redistribute_again(const plan::Exchange& exchange,
                                                  const placement::Placement& have,
                                                  const placement::Placement& need,
                                                  const Visit& visit) {
  const auto* const before = dynamic_cast<const Redistribution*>(exchange.transfers.rule().get());
  if (!before) return redistribute(have, need, visit);
  plan::Exchange again;
  again.transfers = plan::Transfers(std::make_shared<const Redistribution>(*before, need));
  classify(again, have, need, visit);
  return again;
}

}  // namespace relatile::strategy
