// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/lower.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/schedule/agreement.hpp"
#include "relatile/schedule/begins.hpp"
#include "relatile/schedule/borders.hpp"
#include "relatile/schedule/in_place.hpp"
#include "relatile/schedule/route.hpp"
#include "relatile/schedule/staging.hpp"
#include "relatile/schedule/step_memory.hpp"

namespace relatile::schedule {

RELATILE_INLINE SiteLowering::SiteLowering(const plan::Plan& plan, int site,
                                           std::int64_t message_limit)
    : plan_(plan),
      message_limit_(message_limit),
      makers_(plan.makers()),
      last_makers_(plan.values.size(), -1),
      begins_(begins_of(plan)) {
  program_.site = site;
  list_last_makers();
  SiteSteps steps = steps_of_site(plan, makers_, site);
  program_.memory = lay_out_memory(plan, steps.memory, begins_);
  endpoints_ = std::move(steps.endpoints);
  if (!plan.hosts.empty()) {
    number_reads();
    list_readers();
  }
  place_arrays(steps.memory);
  list_reuses(steps.memory);
  add_instructions();
}

RELATILE_INLINE void SiteLowering::list_last_makers() {
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    if (plan_.steps[s].kind == plan::StepKind::stored) continue;
    nth(last_makers_, plan_.steps[s].output) = static_cast<int>(s);
  }
}

RELATILE_INLINE void SiteLowering::number_reads() {
  std::vector<std::size_t> shown(static_cast<std::size_t>(plan_.num_sites), 0);
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    const plan::Step& step = plan_.steps[s];
    if (!exchanges_array(step)) continue;
    auto read = endpoints_[s].reads.begin();
    for (const auto& transfer : step.exchange.transfers) {
      if (!is_in_place(plan_, step, transfer)) continue;
      const std::size_t number = nth(shown, transfer.from)++;
      if (transfer.to == program_.site) (read++)->number = number;
      if (transfer.from == program_.site) {
        program_.shown.push_back({static_cast<int>(s), transfer});
      }
    }
  }
  program_.most_shown = *std::max_element(shown.begin(), shown.end());
}

RELATILE_INLINE void SiteLowering::list_readers() {
  readers_.resize(plan_.steps.size() + 1);
  const std::vector<int>& last_use = program_.memory.last_use;
  for (const auto& [s, transfer] : program_.shown) {
    const plan::Step& step = nth(plan_.steps, s);
    if (nth(last_makers_, step.inputs[0]) < 0) continue;
    const bool lent = borrowed(plan_, step, transfer.to) == transfer;
    const int last = lent ? nth(last_use, step.output) : s;
    const int free = nth(last_use, step.inputs[0]) + 1;
    nth(readers_, free).push_back({transfer.to, last});
  }
}

RELATILE_INLINE void SiteLowering::place_arrays(const std::vector<StepMemory>& steps) {
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    const plan::Step& step = plan_.steps[s];
    if (step.slice.index > 0 || step.kind == plan::StepKind::stored) continue;
    if (!node_of(step).type.elements) continue;
    ArrayPlace place{step.output, ArrayPlace::Where::own, -1, endpoints_[s].borders};
    if (endpoints_[s].borrows) {
      place.where = ArrayPlace::Where::borrowed;
    } else if (steps[s].shares) {
      place.where = place.borders.empty() ? ArrayPlace::Where::shared : ArrayPlace::Where::bordered;
      place.of = step.inputs[0];
    }
    program_.arrays.push_back(place);
  }
}

RELATILE_INLINE void SiteLowering::list_reuses(const std::vector<StepMemory>& steps) {
  const MemoryPlan& memory = program_.memory;
  // What is sent, or shown to neighbours, or wanted itself; and what is taken already.
  std::vector<char> needed(plan_.values.size(), 0);
  for (const auto& result : plan_.results) nth(needed, result.second) = 1;
  for (const plan::Step& step : plan_.steps) {
    if (step.kind == plan::StepKind::exchange) nth(needed, step.inputs[0]) = 1;
  }
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const plan::Step& step = plan_.steps[s];
    const bool kept =
        nth(memory.value_bytes, step.output) > 0 && nth(memory.value_offset, step.output) < 0;
    for (std::size_t x = 0; kept && x < step.inputs.size(); ++x) {
      const int operand = step.inputs[x];
      const bool is_stored = nth(last_makers_, operand) < 0;
      const bool is_last_read = nth(memory.last_use, operand) == static_cast<int>(s);
      if ((steps[s].overwrites >> x & 1U) == 0 || !is_stored || !is_last_read) continue;
      if (std::exchange(nth(needed, operand), 1) != 0) continue;
      program_.reuses.push_back({step.output, operand});
      break;
    }
  }
}

RELATILE_INLINE std::vector<std::vector<int>> SiteLowering::exchanges_by_begin() const {
  std::vector<std::vector<int>> begun(plan_.steps.size());
  for (std::size_t s = 0; s < begins_.size(); ++s) {
    if (!exchanges_array(plan_.steps[s])) continue;
    nth(begun, begins_[s]).push_back(static_cast<int>(s));
  }
  return begun;
}

RELATILE_INLINE std::vector<std::vector<int>> SiteLowering::forgotten_after() const {
  std::vector<std::vector<int>> forgotten(plan_.steps.size());
  std::vector<char> is_result(plan_.values.size(), 0);
  for (const auto& result : plan_.results) nth(is_result, result.second) = 1;
  for (std::size_t v = 0; v < plan_.values.size(); ++v) {
    const int last = program_.memory.last_use[v];
    if (last < 0 || is_result[v] != 0) continue;
    nth(forgotten, last).push_back(static_cast<int>(v));
  }
  return forgotten;
}

RELATILE_INLINE void SiteLowering::add_instructions() {
  const std::vector<std::vector<int>> begun = exchanges_by_begin();
  std::vector<std::vector<int>> forgotten = forgotten_after();
  const bool reads_in_place = program_.most_shown > 0;
  program_.instructions.reserve(plan_.steps.size() * (reads_in_place ? 5 : 3));
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    if (reads_in_place) add(s, AwaitReaders{std::move(readers_[s])});
    for (const int exchange : begun[s]) add_begin(s, exchange);
    add_work(s);
    add(s, Forget{std::move(forgotten[s])});
    if (reads_in_place) add(s, Publish{});
  }
}

RELATILE_INLINE const Route& SiteLowering::route_of_alike(const plan::Step& step) {
  // A site's pieces of what it sends may be those of what came before: see pieces_of.
  std::vector<const void*> alike{step.exchange.transfers.identity()};
  if (!alike.front()) alike.front() = &step;
  for (int value = step.inputs[0];;) {
    const plan::Step& made = nth(plan_.steps, nth(makers_, value));
    alike.push_back(made.kind == plan::StepKind::stored
                        ? static_cast<const void*>(node_of(made).value.get())
                        : made.exchange.transfers.identity());
    if (made.kind != plan::StepKind::exchange || made.exchange.reduces) break;
    value = made.inputs[0];
  }
  const auto [route, is_new] = routes_.try_emplace(std::move(alike));
  if (is_new) route->second = route_of(plan_, makers_, step, message_limit_);
  return route->second;
}

RELATILE_INLINE void SiteLowering::add_begin(std::size_t s, int exchange) {
  const plan::Step& step = nth(plan_.steps, exchange);
  Endpoint& end = nth(endpoints_, exchange);
  const bool has_borders =
      !end.borders.empty() || other_of_two_has_borders(plan_, makers_, step, program_.site);
  if (!has_borders) end.route = route_of_alike(step);
  if (end.route.pattern == plan::Pattern::point_to_point) {
    end.waits_for_turn = step.ahead > 1;
  } else {
    end.group = group_of(step.exchange, program_.site);
  }
  end.made_in = nth(last_makers_, step.inputs[0]);
  end.channel = next_channel_;
  next_channel_ += std::max(end.staging.rounds, 1);
  add(s, BeginExchange{exchange, std::move(end)});
}

RELATILE_INLINE void SiteLowering::add_work(std::size_t s) {
  const plan::Step& step = plan_.steps[s];
  if (step.kind == plan::StepKind::stored) return;
  if (exchanges_array(step)) return add(s, FinishExchange{});
  if (!node_of(step).type.elements) add(s, MakeBlocks{});
  if (step.kind == plan::StepKind::local) {
    const auto site = static_cast<std::size_t>(program_.site);
    return add(s, Compute{step.iteration.empty() ? Box::nothing(0) : step.iteration[site]});
  }
  auto [outgoing, incoming] = transfers_of(step.exchange, program_.site);
  add(s, ExchangeBlocks{std::move(outgoing), std::move(incoming), most_objects_sent(plan_, step)});
}

}  // namespace relatile::schedule
