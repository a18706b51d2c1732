// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/folded.hpp"

#include <map>
#include <tuple>
#include <utility>

#include "relatile/plan/traffic.hpp"

namespace relatile::plan {

RELATILE_INLINE Folded::Folded(const Plan& plan, Figures figures, std::size_t most_shown)
    : whole_(&plan), figures_(figures) {
  find_entries(most_shown);
  if (entries_.size() == plan.steps.size()) return;
  fold_steps();
  if (figures.forecast) fold_forecast();
  if (figures.measured) fold_measured();
}

RELATILE_INLINE void Folded::find_entries(std::size_t most_shown) {
  std::map<std::tuple<int, StepKind, bool>, std::vector<std::size_t>> alike;
  const auto kind_of = [&](std::size_t s) {
    const Step& step = whole_->steps[s];
    return std::tuple{step.node, step.kind, step.exchange.reduces};
  };
  for (std::size_t s = 0; s < whole_->steps.size(); ++s) alike[kind_of(s)].push_back(s);
  for (std::size_t s = 0; s < whole_->steps.size(); ++s) {
    const std::vector<std::size_t>& all = alike.at(kind_of(s));
    if (all.size() <= most_shown) {
      entries_.push_back({s});
    } else if (all.front() == s) {
      entries_.push_back(all);
    }
  }
}

RELATILE_INLINE void Folded::fold_steps() {
  plan_ = *whole_;
  plan_->steps.clear();
  for (const auto& entry : entries_) {
    Step step = whole_->steps[entry.front()];
    for (std::size_t i = 1; i < entry.size(); ++i) {
      const Step& other = whole_->steps[entry[i]];
      if (step.kind == StepKind::exchange) step.traffic.own() += *other.traffic;
      for (std::size_t site = 0; site < step.flops->size(); ++site) {
        step.flops.own()[site] += (*other.flops)[site];
      }
    }
    if (entry.size() > 1) {
      step.slice.index = all_slices;
      step.slice.count = static_cast<int>(entry.size());
    }
    plan_->steps.push_back(std::move(step));
  }
}

RELATILE_INLINE void Folded::fold_forecast() {
  forecast_ = *figures_.forecast;
  if (!forecast_.seconds.empty()) forecast_.seconds = folded(forecast_.seconds, add);
  if (!forecast_.live.empty()) forecast_.live = folded(forecast_.live, keep_most);
  figures_.forecast = &forecast_;
}

RELATILE_INLINE void Folded::fold_measured() {
  measured_ = *figures_.measured;
  measured_.traffic =
      folded(measured_.traffic, [](Traffic& sum, const Traffic& more) { sum += more; });
  measured_.in_place = folded(measured_.in_place, add_each<Bytes>);
  measured_.seconds = folded(measured_.seconds, add);
  measured_.site_seconds = folded(measured_.site_seconds, add_each<double>);
  measured_.high_water = folded(measured_.high_water, keep_most);
  figures_.measured = &measured_;
}

}  // namespace relatile::plan
