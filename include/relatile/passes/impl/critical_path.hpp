// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/critical_path.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/passes/step_order.hpp"

namespace relatile::pass {

RELATILE_INLINE CriticalPath::CriticalPath(const plan::Plan& plan, const cost::Lanes& lanes)
    : plan_(plan),
      lanes_(lanes),
      uses_(plan),
      rank_(plan.steps.size(), 0),
      begin_(plan.steps.size(), 0),
      added_(plan.steps.size(), 0) {
  set_ranks();
  schedule();
  list();
}

RELATILE_INLINE plan::Plan CriticalPath::plan() const {
  plan::Plan result = reordered(plan_, order_);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    result.steps[i].early = is_early(i);
  }
  return result;
}

RELATILE_INLINE cost::Lanes CriticalPath::lanes() const {
  cost::Lanes lanes;
  for (const int s : order_) {
    lanes.seconds.push_back(nth(lanes_.seconds, s));
    lanes.travels.push_back(nth(lanes_.travels, s));
    if (!lanes_.sites.empty()) lanes.sites.push_back(nth(lanes_.sites, s));
  }
  return lanes;
}

RELATILE_INLINE void CriticalPath::set_ranks() {
  for (std::size_t s = plan_.steps.size(); s-- > 0;) {
    for (const int reader : readers_of(s)) {
      rank_[s] = std::max(rank_[s], nth(rank_, reader));
    }
    rank_[s] += lanes_.seconds[s];
  }
}

RELATILE_INLINE void CriticalPath::schedule() {
  std::vector<std::size_t> waits_for(plan_.steps.size());
  std::vector<double> ready_at(plan_.steps.size(), 0);
  std::set<std::size_t> ready;
  const auto finish = [&](std::size_t s) {
    for (const int r : readers_of(s)) {
      const auto reader = static_cast<std::size_t>(r);
      ready_at[reader] = std::max(ready_at[reader], end(s));
      if (--waits_for[reader] == 0) ready.insert(reader);
    }
  };
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    waits_for[s] = plan_.steps[s].inputs.size();
    if (waits_for[s] == 0 && !is_stored(s)) ready.insert(s);
  }
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    if (is_stored(s)) finish(s);
  }
  double free[2] = {0, 0};  // kernels, messages
  while (!ready.empty()) {
    const auto earliest = [&](std::size_t s) { return std::max(ready_at[s], free[travels(s)]); };
    const std::size_t next =
        *std::min_element(ready.begin(), ready.end(), [&](std::size_t a, std::size_t b) {
          return std::pair(earliest(a), -rank_[a]) < std::pair(earliest(b), -rank_[b]);
        });
    ready.erase(next);
    begin_[next] = earliest(next);
    free[travels(next)] = end(next);
    finish(next);
  }
}

RELATILE_INLINE void CriticalPath::list() {
  std::vector<std::size_t> kernels;
  std::vector<std::size_t> exchanges;
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    if (is_stored(s))
      add(s);
    else
      (travels(s) ? exchanges : kernels).push_back(s);
  }
  sort_stably(kernels, [&](std::size_t a, std::size_t b) { return begin_[a] < begin_[b]; });
  sort_stably(exchanges, [&](std::size_t a, std::size_t b) { return end(a) < end(b); });
  for (const std::size_t kernel : kernels) {
    for (const std::size_t s : exchanges) {
      if (end(s) <= begin_[kernel] && is_read_by_exchange(s)) add(s);
    }
    add(kernel);
  }
  for (const std::size_t s : exchanges) add(s);
}

RELATILE_INLINE bool CriticalPath::is_read_by_exchange(std::size_t s) const {
  const std::vector<int>& readers = readers_of(s);
  return std::any_of(readers.begin(), readers.end(),
                     [&](int reader) { return travels(static_cast<std::size_t>(reader)); });
}

RELATILE_INLINE void CriticalPath::add(std::size_t s) {
  if (added_[s]) return;
  added_[s] = 1;
  for (int input : plan_.steps[s].inputs) add(maker_of(input));
  order_.push_back(static_cast<int>(s));
}

RELATILE_INLINE bool CriticalPath::is_early(std::size_t i) const {
  const auto s = static_cast<std::size_t>(order_[i]);
  if (!travels(s) || is_stored(maker_of(plan_.steps[s].inputs[0]))) return false;
  while (i-- > 0) {
    const auto before = static_cast<std::size_t>(order_[i]);
    if (plan_.steps[before].kind == plan::StepKind::local) return begin_[s] < begin_[before];
  }
  return false;
}

RELATILE_INLINE bool could_overlap(const plan::Plan& plan) {
  const std::size_t count = plan.steps.size();
  std::vector<std::vector<bool>> waits_for(plan.values.size(), std::vector<bool>(count));
  std::vector<std::size_t> kernels;
  std::vector<std::size_t> exchanges;
  for (std::size_t s = 0; s < count; ++s) {
    const plan::Step& step = plan.steps[s];
    std::vector<bool>& all = nth(waits_for, step.output);
    for (const int input : step.inputs) {
      const std::vector<bool>& before = nth(waits_for, input);
      for (std::size_t other = 0; other < s; ++other) all[other] = all[other] || before[other];
    }
    all[s] = true;
    if (step.kind == plan::StepKind::local) kernels.push_back(s);
    if (step.kind == plan::StepKind::exchange) exchanges.push_back(s);
  }
  const auto waits = [&](std::size_t s, std::size_t other) -> bool {
    return nth(waits_for, plan.steps[s].output)[other];
  };
  return std::any_of(exchanges.begin(), exchanges.end(), [&](std::size_t exchange) {
    return std::any_of(kernels.begin(), kernels.end(), [&](std::size_t kernel) {
      return !waits(exchange, kernel) && !waits(kernel, exchange);
    });
  });
}

RELATILE_INLINE std::optional<plan::Plan> along_critical_path(const plan::Plan& plan,
                                                              const cost::Machine& machine) {
  if (plan.num_sites == 1 || plan.steps.size() > most_ordered_steps) return std::nullopt;
  if (!could_overlap(plan)) return std::nullopt;
  const cost::Lanes lanes = cost::lanes_of(machine, plan);
  const CriticalPath path(plan, lanes);
  plan::Plan other = path.plan();
  const double before = cost::overlapped_seconds(plan, lanes);
  const double after = cost::overlapped_seconds(other, path.lanes());
  if (after > (1 - least_gain) * before) return std::nullopt;
  return other;
}

RELATILE_INLINE bool is_faster_in_little_more_memory(const plan::Plan& plan, const plan::Plan& than,
                                                     const cost::Machine& machine) {
  const double before = cost::overlapped_seconds(machine, than);
  return cost::overlapped_seconds(machine, plan) < (1 - least_gain) * before &&
         takes_little_more_memory(plan, than);
}

RELATILE_INLINE bool takes_little_more_memory(const plan::Plan& plan, const plan::Plan& than) {
  return schedule::about_peak(plan) <= schedule::about_peak(than) * 5 / 4;
}

}  // namespace relatile::pass
