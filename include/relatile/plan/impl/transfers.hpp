// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/transfers.hpp"

#include <algorithm>
#include <utility>

namespace relatile::plan {

RELATILE_INLINE Transfers::Transfers(std::vector<Transfer> list)
    : list_(std::make_shared<const std::vector<Transfer>>(std::move(list))) {}

RELATILE_INLINE Transfers::Transfers(std::initializer_list<Transfer> list)
    : Transfers(std::vector<Transfer>(list)) {}

RELATILE_INLINE std::vector<Transfer> Transfers::written_out() const { return {begin(), end()}; }

RELATILE_INLINE Transfers::Transfers(std::shared_ptr<const TransferRule> rule)
    : rule_(std::move(rule)) {
  if (rule_->num_sites() > placement::most_sites_written_out) return;
  list_ = std::make_shared<const std::vector<Transfer>>(written_out());
  rule_ = nullptr;
}

RELATILE_INLINE std::vector<Transfer> Transfers::into(int site) const {
  return rule_ ? rule_->into(site) : listed(&Transfer::to, site);
}

RELATILE_INLINE std::vector<Transfer> Transfers::out_of(int site) const {
  return rule_ ? rule_->out_of(site) : listed(&Transfer::from, site);
}

RELATILE_INLINE std::vector<Transfer> Transfers::listed(int Transfer::*end, int site) const {
  std::vector<Transfer> own;
  if (!list_) return own;
  std::copy_if(list_->begin(), list_->end(), std::back_inserter(own),
               [&](const Transfer& transfer) { return transfer.*end == site; });
  return own;
}

RELATILE_INLINE std::optional<Transfer> Transfers::first_into(int site) const {
  if (rule_) {
    std::vector<Transfer> into = rule_->into(site);
    return into.empty() ? std::nullopt : std::optional(std::move(into.front()));
  }
  if (!list_) return std::nullopt;
  const auto first = std::find_if(list_->begin(), list_->end(),
                                  [&](const Transfer& transfer) { return transfer.to == site; });
  return first == list_->end() ? std::nullopt : std::optional(*first);
}

RELATILE_INLINE Transfers Transfers::indexed() const {
  auto better = rule_ ? rule_->indexed() : nullptr;
  return better ? Transfers(std::move(better)) : *this;
}

RELATILE_INLINE Transfers::Iterator::Iterator(const Transfers& all)
    : rule_(all.rule_.get()), some_(all.list_) {
  skip_sites_without();
}

RELATILE_INLINE void Transfers::Iterator::skip_sites_without() {
  if (some_ && next_ < some_->size()) return;
  some_ = nullptr;
  next_ = 0;
  while (rule_ && site_ < rule_->num_sites()) {
    std::vector<Transfer> into = rule_->into(site_++);
    if (into.empty()) continue;
    some_ = std::make_shared<const std::vector<Transfer>>(std::move(into));
    return;
  }
}

}  // namespace relatile::plan
