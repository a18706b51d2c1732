// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/plan.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::plan {

RELATILE_INLINE std::vector<int> Plan::sites_to_look_at() const {
  constexpr std::size_t most_looks = 1 << 16;
  int count = num_sites;
  if (num_sites > placement::most_sites_written_out) {
    const std::size_t few = most_looks / std::max<std::size_t>(steps.size(), 1);
    count = std::clamp(static_cast<int>(few), 4, placement::most_sites_written_out);
  }
  std::vector<int> sites;
  for (std::int64_t i = 0; i < count; ++i) sites.push_back(static_cast<int>(i * num_sites / count));
  return sites;
}

RELATILE_INLINE Traffic Plan::traffic() const {
  Traffic total(num_sites);
  for (const auto& step : steps) {
    if (step.kind == StepKind::exchange) total += *step.traffic;
  }
  return total;
}

RELATILE_INLINE Flops Plan::total_flops() const {
  Flops total;
  for (const auto& step : steps) {
    for (auto flops : *step.flops) total += flops;
  }
  return total;
}

RELATILE_INLINE std::vector<int> Plan::makers() const {
  std::vector<int> all(values.size(), -1);
  for (std::size_t s = steps.size(); s-- > 0;) {
    nth(all, steps[s].output) = static_cast<int>(s);
  }
  return all;
}

RELATILE_INLINE void Step::predict(Shared<Traffic> sent, const tra::RelationType& type) {
  traffic = std::move(sent);
  estimated = type.estimated && exchange.pattern != Pattern::none;
}

RELATILE_INLINE bool Plan::is_estimated() const {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.estimated; });
}

}  // namespace relatile::plan
