// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/factor_tables.hpp"

#include <limits>

#include "relatile/core/nth.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::planner {

RELATILE_INLINE const FactorTables::Prices& FactorTables::work(int n) {
  auto& known = shared_->work[problem_.member(n).space.get()];
  if (!known) {
    std::vector<Price> prices;
    for (int c = 0; c < num_candidates(n); ++c) prices.push_back(problem_.work_price(n, c));
    known = std::make_shared<const std::vector<Price>>(std::move(prices));
  }
  return known;
}

RELATILE_INLINE const FactorTables::Prices& FactorTables::offer(int n) {
  auto& known = shared_->offer[{problem_.member(n).space.get(), &problem_.output_layouts(n)}];
  if (!known) known = std::make_shared<const std::vector<Price>>(offers(n));
  return known;
}

RELATILE_INLINE const FactorTables::Prices& FactorTables::read(int n, int slot) {
  const int u = problem_.operand(n, slot);
  const bool renamed = problem_.member(u).role == Role::renamed;
  const void* from = renamed ? problem_.member(u).node.get() : nullptr;
  std::vector<int> slots{slot};
  for (int other = 0; other < problem_.num_slots(n); ++other) {
    if (other != slot && problem_.operand(n, other) == u) slots.push_back(other);
  }
  auto& known = shared_->read[{&problem_.output_layouts(u), from, problem_.member(n).space.get(),
                               std::move(slots)}];
  if (!known) {
    known = std::make_shared<const std::vector<Price>>(reads(n, slot, u));
    const auto& needs = nth(problem_.member(n).space->needs, slot);
    const OutputLayouts& output_layouts = problem_.output_layouts(u);
    shared_->moves_priced += static_cast<double>(
        needs.size() * (output_layouts.states.size() + output_layouts.replicas.size()));
  }
  return known;
}

RELATILE_INLINE std::shared_ptr<const CheapestReads> FactorTables::cheapest_read(int u) {
  const Member& input = problem_.member(u);
  auto& known = shared_->cheapest_read[&problem_.output_layouts(u)];
  if (known) return known;
  const auto [n, slot] = input.readers.front();
  const auto& states = problem_.output_layouts(u).states;
  const auto& needs = nth(problem_.member(n).space->needs, slot);
  shared_->moves_priced += static_cast<double>(needs.size() * states.size());
  std::vector<std::pair<double, int>> cheapest;  // per need
  for (const auto& need : needs) {
    std::pair<double, int> best{std::numeric_limits<double>::infinity(), 0};
    for (std::size_t s = 0; s < states.size(); ++s) {
      const double price = problem_.move_price(input.node->type, states[s], need);
      if (price < best.first) best = {price, static_cast<int>(s)};
    }
    cheapest.push_back(best);
  }
  auto made = std::make_shared<CheapestReads>();
  std::vector<Price> prices;
  for (int c = 0; c < num_candidates(n); ++c) {
    const auto& [price, state] = nth(cheapest, nth(problem_.candidate(n, c).needs, slot));
    prices.push_back({price, 0});
    made->states.push_back(state);
  }
  made->prices = std::make_shared<const std::vector<Price>>(std::move(prices));
  known = std::move(made);
  return known;
}

RELATILE_INLINE std::vector<Price> FactorTables::offers(int n) const {
  const OutputLayouts& output_layouts = problem_.output_layouts(n);
  const auto num_states = output_layouts.states.size();
  const auto num_options = static_cast<std::size_t>(output_layouts.num_options());
  // What copies cost depends on the state alone.
  std::vector<Price> copying(num_options);
  for (std::size_t o = num_states; o < num_options; ++o) {
    const auto& replica = output_layouts.replicas[o / num_states - 1];
    copying[o].cost = problem_.move_price(problem_.member(n).node->type,
                                          output_layouts.states[o % num_states], replica);
  }
  if (!problem_.member(n).chooses()) return copying;
  std::vector<Price> prices;
  for (int c = 0; c < num_candidates(n); ++c) {
    for (std::size_t o = 0; o < num_options; ++o) {
      const int bare = static_cast<int>(o % num_states);
      const Price stored = problem_.offer_price(n, c, bare);
      prices.push_back(stored.is_impossible() ? stored : stored + copying[o]);
    }
  }
  return prices;
}

RELATILE_INLINE FactorTables::CopyPrices FactorTables::prices_from_copies(
    int u, const std::function<std::vector<double>(const Copy&)>& from) const {
  const OutputLayouts& output_layouts = problem_.output_layouts(u);
  const Extents& extents = problem_.member(u).node->type.extents;
  CopyPrices prices;
  for (std::size_t s = 0; s < output_layouts.states.size(); ++s) {
    prices.states.push_back(from({problem_.stored(u, static_cast<int>(s)), true}));
  }
  if (problem_.member(u).supplier != u) return prices;  // of what is renamed there is no copy
  for (const auto& replica : output_layouts.replicas) {
    prices.replicas.push_back(from({replica, placement::covers(replica, extents)}));
  }
  return prices;
}

RELATILE_INLINE double FactorTables::CopyPrices::least(const OutputLayouts& output_layouts,
                                                       int option, int column) const {
  const double stored = nth(nth(states, output_layouts.state(option)), column);
  const int k = replicas.empty() ? -1 : output_layouts.replica(option);
  return k < 0 ? stored : std::min(stored, nth(nth(replicas, k), column));
}

RELATILE_INLINE std::vector<double> FactorTables::move_prices(
    int u, const Copy& copy, const std::vector<placement::Sharding>& needs) const {
  const bool anywhere = problem_.member(u).role == Role::anywhere;
  const tra::RelationType& type = problem_.member(u).node->type;
  std::vector<double> row;
  row.reserve(needs.size());
  for (const auto& need : needs) {
    const bool can = copy.is_whole || copy.place == need;
    row.push_back(anywhere ? 0
                  : can    ? problem_.move_price(type, copy.place, need)
                           : std::numeric_limits<double>::infinity());
  }
  return row;
}

RELATILE_INLINE FactorTables::Twins FactorTables::twins_of(int n, int slot, int u) const {
  Twins twins;
  const auto& needs = problem_.member(n).space->needs;
  std::map<int, CopyPrices> later;  // per slot
  for (int c = 0; c < num_candidates(n); ++c) {
    const int twin = problem_.twin_of(n, slot, c);
    twins.slot.push_back(twin);
    if (twin < 0 || later.contains(twin)) continue;
    later.emplace(twin, prices_from_copies(u, [&](const Copy& copy) {
                    return move_prices(u, copy, nth(needs, twin));
                  }));
  }
  if (later.empty()) return twins;
  // Each candidate's pair is priced from each copy, and the later slot apart once more.
  const OutputLayouts& output_layouts = problem_.output_layouts(u);
  shared_->moves_priced +=
      2.0 * num_candidates(n) *
      static_cast<double>(output_layouts.states.size() + output_layouts.replicas.size());
  twins.apart = std::move(later);
  const tra::RelationType& type = problem_.member(u).node->type;
  twins.joined = prices_from_copies(u, [&](const Copy& copy) {
    const std::vector<double> here = move_prices(u, copy, nth(needs, slot));
    std::vector<double> row;
    for (int c = 0; c < num_candidates(n); ++c) {
      const int twin = nth(twins.slot, c);
      const bool moves =
          copy.is_whole && twin >= 0 && nth(here, nth(problem_.candidate(n, c).needs, slot)) > 0;
      row.push_back(!moves ? std::numeric_limits<double>::infinity()
                           : problem_.joined_price(type, copy.place, problem_.need_of(n, slot, c),
                                                   problem_.need_of(n, twin, c)));
    }
    return row;
  });
  return twins;
}

RELATILE_INLINE std::vector<Price> FactorTables::reads(int n, int slot, int u) const {
  const OutputLayouts& output_layouts = problem_.output_layouts(u);
  const int num_options = output_layouts.num_options();
  const CopyPrices here = prices_from_copies(u, [&](const Copy& copy) {
    return move_prices(u, copy, nth(problem_.member(n).space->needs, slot));
  });
  const Twins twins = twins_of(n, slot, u);
  const auto count = static_cast<std::size_t>(num_candidates(n));
  std::vector<Price> prices(static_cast<std::size_t>(num_options) * count);
  for (int c = 0; c < num_candidates(n); ++c) {
    if (problem_.repeats(n, slot, c) || problem_.is_twin(n, slot, c)) continue;
    const auto& needs = problem_.candidate(n, c).needs;
    const int twin = nth(twins.slot, c);
    const CopyPrices* const later = twin < 0 ? nullptr : &twins.apart.at(twin);
    for (int option = 0; option < num_options; ++option) {
      double price = here.least(output_layouts, option, nth(needs, slot));
      if (later) {
        const double apart = price + later->least(output_layouts, option, nth(needs, twin));
        price = std::min(apart, twins.joined.least(output_layouts, option, c));
      }
      prices[static_cast<std::size_t>(option) * count + static_cast<std::size_t>(c)].cost = price;
    }
  }
  return prices;
}

}  // namespace relatile::planner
